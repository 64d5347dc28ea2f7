// The frame of the dialogs that cancel bookings: the reason, what they ask besides, whom it concerns. Inside their form.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'

interface Props {
  title: string
  /** undefined: the booking is cancelled already. */
  text: string | undefined
  /** Of the button that saves. */
  action: string
  panel: ReactNode
  busy: boolean
  /** The proposal is still being read. */
  isLoading?: boolean
  onClose: () => void
  onSubmit: () => unknown
  children: ReactNode
}

export function CancelFrame(props: Props) {
  const { title, text, action, panel, busy, isLoading = false, onClose, onSubmit, children } = props
  const translate = useTranslate()
  const { register } = useFormContext<{ reason: string }>()
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="cancel-title">
      <DialogTitle id="cancel-title">{title}</DialogTitle>
      <DialogContent>
        {text !== undefined && <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>}
        <Stack spacing={1.5} sx={{ pt: 0.5 }}>
          <TextField
            autoFocus
            label={translate('bookings.cancelReason')}
            slotProps={{ htmlInput: { maxLength: 255 } }}
            {...register('reason')}
          />
          {children}
        </Stack>
        {panel}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          {translate(text === undefined ? 'ra.action.cancel' : 'bookings.keep')}
        </Button>
        <Button
          color={text === undefined ? 'primary' : 'error'}
          variant="contained"
          loading={busy}
          disabled={isLoading}
          onClick={onSubmit}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
