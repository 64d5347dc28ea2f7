// The head of a record's page: its name, what it is, the actions on it.
import EditIcon from '@mui/icons-material/Edit'
import { Box, Stack, Typography } from '@mui/material'
import { useRecordContext, useResourceContext } from 'ra-core'
import type { ReactNode } from 'react'
import { Button } from '../form/button.tsx'

interface Props {
  title: string
  /** Beside the title. */
  chips?: ReactNode
  /** Below the title. */
  detail?: ReactNode
  /** Buttons that call and mail. */
  contact?: ReactNode
  /** Buttons. */
  children?: ReactNode
}

const buttons = { mt: 1, flexWrap: 'wrap', alignItems: 'center' } as const

export const PageHead = ({ title, chips, detail, contact, children }: Props) => (
  <Box>
    <Stack
      direction="row"
      spacing={1}
      useFlexGap
      sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5 }}
    >
      <Typography variant="h1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {chips}
    </Stack>
    {detail && (
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Typography>
    )}
    {contact && (
      <Stack direction="row" spacing={1} useFlexGap sx={buttons}>
        {contact}
      </Stack>
    )}
    <Stack direction="row" spacing={1} useFlexGap sx={buttons}>
      {children}
    </Stack>
  </Box>
)

/** Opens the form of the record. */
export function EditLink({ mayEdit }: { mayEdit: boolean }) {
  const id = useRecordContext()?.id
  const resource = useResourceContext()
  return (
    <Button
      label={mayEdit ? 'ra.action.edit' : 'shell.page.allFields'}
      variant="contained"
      to={`/${resource}/${id}/edit`}
    >
      <EditIcon />
    </Button>
  )
}

/** From the form to the page of the record. */
export function BackLink({ label = 'shell.page.back' }: { label?: string }) {
  const id = useRecordContext()?.id
  const resource = useResourceContext()
  return <Button label={label} to={`/${resource}/${id}`} />
}
