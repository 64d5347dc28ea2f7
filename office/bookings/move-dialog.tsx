// Moves a booking to another date.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormat } from '../shell/app/format.ts'
import { type Booking, type DatePlaces, personName, useSeats } from './booking-queries.ts'
import { DatePicker } from './date-picker.tsx'
import { chosenDateIds, defaultModuleChoices, ModuleChoice, type ModuleChoices } from './module-choice.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { RejectionAlert } from './rejection-alert.tsx'
import { type Rejection, useBookingAction } from './use-booking-action.ts'

export function MoveDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const translate = useTranslate()
  const format = useFormat()
  const notify = useNotify()
  const runAction = useBookingAction()
  const [pickedDate, setPickedDate] = useState<DatePlaces | null>(null)
  const seats = useSeats(pickedDate?.id ?? 0, 3000).data ?? pickedDate
  const [choice, setChoice] = useState<ModuleChoices>({})
  const [rejection, setRejection] = useState<Rejection>()
  const [busy, setBusy] = useState(false)
  const modules = booking.partOf ? [] : (seats?.modules ?? [])
  const chosen = { ...defaultModuleChoices(modules), ...choice }
  const name = personName(booking)

  const move = async (waitlistRest: boolean): Promise<void> => {
    if (!pickedDate) return
    setBusy(true)
    const body = {
      version: booking.version,
      dateId: pickedDate.id,
      ...(modules.length > 0 ? { moduleDateIds: chosenDateIds(chosen) } : {}),
      ...(waitlistRest ? { waitlistRest } : {}),
    }
    const result = await runAction('PATCH', `/participations/${booking.id}`, body, 1)
    setBusy(false)
    if (!Array.isArray(result)) return setRejection(result)
    notify(translate('participations.done.moved', { name }), { type: 'success' })
    onClose()
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="move-title">
      <DialogTitle id="move-title">{translate('participations.moveTitle', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1.5 }}>
          {translate('participations.moveFrom', {
            name: booking.eventTitle,
            date: format.span(booking.startDate, booking.endDate),
          })}
        </DialogContentText>
        <Stack spacing={1.5}>
          <DatePicker
            autoFocus
            value={pickedDate}
            onChange={(date) => {
              setPickedDate(date)
              setChoice({})
              setRejection(undefined)
            }}
            eventId={booking.eventId}
            excludedDateId={booking.dateId}
            errorText={rejection?.fields['dateId']}
          />
          {seats && <OccupancyBar places={seats} />}
          <ModuleChoice modules={modules} choice={chosen} onChange={setChoice} />
          <RejectionAlert rejection={rejection} requestedCount={1} onWaitlist={() => move(true)} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} disabled={!pickedDate} onClick={() => move(false)}>
          {translate('participations.move')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
