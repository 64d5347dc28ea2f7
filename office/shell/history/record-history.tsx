// The change log of a record, below its form.
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { ChangesPanel } from './changes-panel.tsx'

export function RecordHistory({ subject }: { subject: string }) {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <Typography variant="h2" gutterBottom>
        {translate('shell.changes.title')}
      </Typography>
      <ChangesPanel key={record['version']} subject={subject} id={record.id} />
    </Box>
  )
}
