// The contacts that were merged into this one; each merge can be undone.
import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useColumnName, useTableName } from '../shell/history/field-name.ts'
import { useFormat } from '../shell/language/format.ts'
import { PagePart } from '../shell/page/page-layout.tsx'

type KeptRow = Answer<'POST', '/contacts/{contactId}/unmerge'>['kept'][number]

export function MergeHistory({ id }: { id: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const columnName = useColumnName()
  const tableName = useTableName()
  const mayEdit = useHasRight('090300:edit')
  const [keptRows, setKeptRows] = useState<readonly KeptRow[]>([])
  const { data = [] } = useQuery({
    queryKey: ['contact-merges', id],
    queryFn: () => api('GET', '/contacts/{contactId}/merges', { params: { contactId: id } }),
    staleTime: 0,
  })
  const undo = useAction(
    (fromId: number) => api('POST', '/contacts/{contactId}/unmerge', { params: { contactId: fromId } }),
    {
      success: 'contacts.merge.undone',
      refresh: 'page',
      onSuccess: ([undone]) => setKeptRows(undone?.kept ?? []),
    },
  )
  if (data.length === 0 && keptRows.length === 0) return null
  return (
    <PagePart title="contacts.merge.merged">
      {keptRows.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {translate('contacts.merge.kept')}
          <ul>
            {keptRows.map(({ tableName: table, rowId, columns }) => (
              <li key={`${table} ${rowId}`}>
                {tableName(table)} {rowId}
                {columns.length > 0 && `: ${columns.map((column) => columnName(table, column)).join(', ')}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {data.map(({ fromId, name, mergedAt, mergedByName }) => (
        <Box key={fromId} sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="body2">
            {translate('contacts.merge.was', {
              id: fromId,
              name,
              at: format.dateTime(mergedAt),
              by: mergedByName,
            })}
          </Typography>
          {mayEdit && (
            <ConfirmButton
              label="contacts.merge.undo"
              title="contacts.merge.undoTitle"
              text="contacts.merge.undoText"
              onConfirm={() => undo.run(fromId)}
            />
          )}
        </Box>
      ))}
    </PagePart>
  )
}
