// Cancels a date, and tells those whom it concerns.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { BookingCounts } from './booking-counts.tsx'
import { updateDate } from './save-date.ts'

export function CancelDialog({ date, close }: { date: EventDate; close: () => void }) {
  const translate = useTranslate()
  const { id, version } = date
  const { panel, messages } = useMessagePanel(['cancel-date', id, version], () =>
    api('POST', '/dates/{dateId}/message-preview', {
      params: { dateId: id },
      body: { version, status: 'cancelled' },
    }),
  )
  const notifyFieldErrors = useNotifyFieldErrors()
  const { run, busy } = useAction(() => updateDate(date, { status: 'cancelled', messages }), {
    success: 'dates.cancel.done',
    refresh: 'page',
    onSuccess: close,
    onError: (error) => {
      // The user has taken what is stored.
      if (error.isDecision) close()
      return notifyFieldErrors(error)
    },
  })
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="cancel-title">
      <DialogTitle id="cancel-title">{translate('dates.cancel.title')}</DialogTitle>
      <DialogContent>
        <BookingCounts date={date} change="cancel" />
        {panel}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button color="error" variant="contained" loading={busy} onClick={() => run()}>
          {translate('dates.cancel.action')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
