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
import { type Booking, type DatePlaces, personName, usePlaces } from './booking-queries.ts'
import { DatePicker } from './date-picker.tsx'
import { type Choice, chosenDates, ModuleChoice, standardChoice } from './module-choice.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { RefusalAlert } from './rejection-alert.tsx'
import { type Refusal, useBookingDeed } from './use-booking-action.ts'

export function MoveDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const translate = useTranslate()
  const format = useFormat()
  const notify = useNotify()
  const deed = useBookingDeed()
  const [picked, setPicked] = useState<DatePlaces | null>(null)
  const places = usePlaces(picked?.id ?? 0, 3000).data ?? picked
  const [choice, setChoice] = useState<Choice>({})
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)
  const modules = booking.partOf ? [] : (places?.modules ?? [])
  const chosen = { ...standardChoice(modules), ...choice }
  const name = personName(booking)

  const move = async (waitlistRest: boolean): Promise<void> => {
    if (!picked) return
    setBusy(true)
    const body = {
      version: booking.version,
      dateId: picked.id,
      ...(modules.length > 0 ? { moduleDateIds: chosenDates(chosen) } : {}),
      ...(waitlistRest ? { waitlistRest } : {}),
    }
    const answer = await deed('PATCH', `/participations/${booking.id}`, body, 1)
    setBusy(false)
    if (!Array.isArray(answer)) return setRefusal(answer)
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
            value={picked}
            onChange={(date) => {
              setPicked(date)
              setChoice({})
              setRefusal(undefined)
            }}
            eventId={booking.eventId}
            except={booking.dateId}
            fault={refusal?.fields['dateId']}
          />
          {places && <OccupancyBar places={places} />}
          <ModuleChoice modules={modules} choice={chosen} onChange={setChoice} />
          <RefusalAlert refusal={refusal} asked={1} onWaitlist={() => move(true)} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} disabled={!picked} onClick={() => move(false)}>
          {translate('participations.move')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
