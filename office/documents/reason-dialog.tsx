// Withdraws or replaces a certificate, with a reason.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'

interface Props {
  action: 'withdraw' | 'replace'
  certificate: { id: number; number: string }
  onClose: () => void
}

export function ReasonDialog({ action, certificate: { id, number }, onClose }: Props) {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const { run, busy } = useAction(
    () =>
      action === 'withdraw'
        ? api('POST', '/certificates/{certificateId}/withdraw', {
            params: { certificateId: id },
            body: { reason },
          })
        : api('POST', '/certificates/{certificateId}/replace', {
            params: { certificateId: id },
            body: { reason },
          }),
    {
      success: ([answer]) => [
        action === 'withdraw' ? 'documents.certificate.withdrawn' : 'documents.certificate.replaced',
        { number: answer?.number ?? '' },
      ],
      refresh: 'page',
      onSuccess: onClose,
    },
  )
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={busy ? undefined : onClose} aria-labelledby="reason-title">
      <DialogTitle id="reason-title">
        {translate(`documents.certificate.${action}Title`, { number })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {translate(`documents.certificate.${action}Text`)}
        </DialogContentText>
        <TextField
          autoFocus
          required
          label={translate('documents.certificate.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('documents.cancel')}</Button>
        <Button
          variant="contained"
          color={action === 'withdraw' ? 'error' : 'primary'}
          loading={busy}
          disabled={reason.trim() === ''}
          onClick={() => run()}
        >
          {translate(`documents.certificate.${action}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
