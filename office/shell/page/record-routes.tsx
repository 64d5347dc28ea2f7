// The page of a record at `/events/1`, and its form at `/events/1/edit`.
import { Box, Card } from '@mui/material'
import { useRecordContext, useResourceContext } from 'ra-core'
import { type ReactNode, useEffect } from 'react'
import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom'
import { focusField } from '../form/focus-field.ts'

interface Props {
  form: ReactNode
  /** The page. */
  children: ReactNode
}

/** `?field=prices[0].net`, of findings and errors, is a field of the form. */
export function RecordRoutes({ form, children }: Props) {
  const id = useRecordContext()?.id
  const resource = useResourceContext()
  const [query] = useSearchParams()
  if (id === undefined) return null
  return (
    <Routes>
      <Route path="edit" element={form} />
      <Route
        path="*"
        element={query.has('field') ? <Navigate to={`/${resource}/${id}/edit?${query}`} replace /> : children}
      />
    </Routes>
  )
}

/** The form of a record below its head. `?field=prices[0].net` moves the focus to a field. */
export function FormCard({ head, children }: { head: ReactNode; children: ReactNode }) {
  const [query] = useSearchParams()
  const field = query.get('field')
  useEffect(() => {
    if (field) focusField(field)
  }, [field])
  return (
    // The buttons of the form stay at the lower edge of the window.
    <Card sx={{ overflow: 'visible' }}>
      <Box sx={{ p: 2, pb: 0 }}>{head}</Box>
      {children}
    </Card>
  )
}
