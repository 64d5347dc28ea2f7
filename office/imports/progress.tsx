// The progress of an import that runs in the server; it can be paused and resumed.
import { Box, Button, LinearProgress, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

type ImportRecord = RecordOf<'imports'>

interface Props {
  record: ImportRecord
  onUpdate: (record: ImportRecord) => void
}

export function Progress({ record, onUpdate }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const { id, status, pauseReason, processedCount, rowCount } = record
  const isPaused = pauseReason !== ''
  const { run, busy } = useAction(
    () =>
      api('POST', isPaused ? '/imports/{importId}/resume' : '/imports/{importId}/pause', {
        params: { importId: id },
      }),
    { onSuccess: ([next]) => next && onUpdate(next) },
  )

  return (
    <Box>
      <Typography gutterBottom>
        {translate(`imports.${status}`)}{' '}
        {translate('imports.progress', {
          done: format.number(processedCount),
          rows: format.number(rowCount),
        })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={rowCount === 0 ? 0 : Math.min(100, (processedCount / rowCount) * 100)}
        aria-label={translate(`imports.${status}`)}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" disabled={busy} onClick={() => run()}>
          {translate(isPaused ? 'imports.resume' : 'imports.pause')}
        </Button>
        <Typography role="status" color={pauseReason === 'failed' ? 'error' : 'text.secondary'}>
          {translate(isPaused ? `imports.pauseReason.${pauseReason}` : 'imports.runsOnServer')}
        </Typography>
      </Box>
    </Box>
  )
}
