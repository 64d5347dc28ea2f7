// Sets the status of bookings, and tells those whom it concerns.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { api } from '../../shell/api/api.ts'
import { useStatusName } from '../booking-queries.ts'
import { useBookingAction } from '../use-booking-action.ts'
import { PriceChanges } from './price-changes.tsx'

interface Props {
  ids: number[]
  status: string
  /** The name of the only participant; left out: there are several. */
  name?: string
  onClose: () => void
  onDone?: () => void
}

export function StatusDialog({ ids, status, name, onClose, onDone }: Props) {
  const translate = useTranslate()
  const statusName = useStatusName()
  const { panel, messages } = useMessagePanel(['status', ids, status], () =>
    api('POST', '/bookings/bulk-update/message-preview', { body: { ids, status } }),
  )
  const { run, busy } = useBookingAction(
    () => api('POST', '/bookings/bulk-update', { body: { ids, status, messages } }),
    { requestedCount: () => ids.length, onSuccess: onDone ?? (() => undefined) },
  )
  const apply = async (): Promise<void> => {
    await run()
    onClose()
  }
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="status-title">
      <DialogTitle id="status-title">
        {translate('bookings.statusTitle', {
          name: name ?? translate('bookings.chosen', { smart_count: ids.length }),
          status: statusName(status),
        })}
      </DialogTitle>
      <DialogContent>
        <PriceChanges change={{ ids, status }} />
        {panel}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} onClick={apply}>
          {translate('bookings.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
