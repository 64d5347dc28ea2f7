// What is under way. It goes on in the server, whether this page is open or not; here it is watched, and stopped.
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { ImportRecord } from '../../server/imports/import.rows.ts'
import { untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useFormat } from '../shell/app/format.ts'

interface Props {
  record: ImportRecord
  onUpdate: (record: ImportRecord) => void
}

export function Progress({ record, onUpdate }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const translateMessage = useServerMessage()
  const [busy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState('')
  const { id, state, paused, done, rowCount } = record

  const send = async (action: 'pause' | 'continue'): Promise<void> => {
    setBusy(true)
    setErrorText('')
    try {
      const [next] = await untypedApi<ImportRecord>('POST', `/imports/${id}/${action}`)
      if (next) onUpdate(next)
    } catch (error) {
      const { message } = error as Error
      setErrorText(translateMessage(translate(message, { _: message })))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Box>
      <Typography gutterBottom>
        {translate(`imports.${state}`)}{' '}
        {translate('imports.progress', { done: format.number(done), rows: format.number(rowCount) })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={rowCount === 0 ? 0 : Math.min(100, (done / rowCount) * 100)}
        aria-label={translate(`imports.${state}`)}
      />
      {errorText && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {errorText}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 1, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          disabled={busy}
          onClick={() => void send(paused === '' ? 'pause' : 'continue')}
        >
          {translate(paused === '' ? 'imports.pause' : 'imports.continue')}
        </Button>
        <Typography role="status" color={paused === 'failed' ? 'error' : 'text.secondary'}>
          {translate(paused === '' ? 'imports.goesOn' : `imports.paused.${paused}`)}
        </Typography>
      </Box>
    </Box>
  )
}
