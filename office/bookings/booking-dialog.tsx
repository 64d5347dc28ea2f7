// Books one or several people on a date; the places are shown as they are now.
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { api } from '../shell/api/api.ts'
import { useFormat } from '../shell/app/format.ts'
import { type DatePlaces, usePlaces } from './booking-queries.ts'
import { DatePicker } from './date-picker.tsx'
import { type Choice, chosenDates, ModuleChoice, standardChoice } from './module-choice.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { type ContactChoice, PersonPicker, type Picked } from './person-picker.tsx'
import { RefusalAlert } from './rejection-alert.tsx'
import { StatusSelect } from './status-select.tsx'
import { type Refusal, useBookingDeed } from './use-booking-action.ts'

interface Props {
  onClose: () => void
  /** Left out: it is asked for. */
  dateId?: number
  /** Who is to be booked, to begin with. */
  contact?: ContactChoice
}

export function BookingDialog({ onClose, dateId, contact }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const notify = useNotify()
  const deed = useBookingDeed()
  const [picked, setPicked] = useState<DatePlaces | null>(null)
  const date = dateId ?? picked?.id ?? 0
  const places = usePlaces(date, 3000).data ?? picked ?? undefined
  const [people, setPeople] = useState<Picked[]>(contact ? [{ key: `c${contact.id}`, contact }] : [])
  const [status, setStatus] = useState('booked')
  const [comment, setComment] = useState('')
  const [choice, setChoice] = useState<Choice>({})
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)
  const modules = places?.modules ?? []
  const chosen = { ...standardChoice(modules), ...choice }

  /** A new person who is there already becomes that contact. */
  const takeExisting = async (id: number): Promise<void> => {
    const [found] = await api<ContactChoice>('GET', `/contacts/${id}`)
    const at = people.findIndex(
      (one) =>
        'fresh' in one && one.fresh.lastName.trim().toLowerCase() === found?.lastName.trim().toLowerCase(),
    )
    if (!found || at < 0) return
    setPeople(people.with(at, { key: `c${id}`, contact: found }))
    setRefusal(undefined)
  }

  const book = async (waitlistRest: boolean): Promise<void> => {
    setBusy(true)
    const answer = await deed(
      'POST',
      '/participations',
      {
        dateId: date,
        status,
        people: people.map((one) =>
          'contact' in one
            ? { contactId: one.contact.id }
            : Object.fromEntries(Object.entries(one.fresh).filter(([, value]) => value !== '')),
        ),
        ...(comment === '' ? {} : { comment }),
        ...(modules.length > 0 ? { moduleDateIds: chosenDates(chosen) } : {}),
        ...(waitlistRest ? { waitlistRest } : {}),
      },
      people.length,
    )
    setBusy(false)
    if (!Array.isArray(answer)) return setRefusal(answer)
    const made = answer.slice(0, people.length)
    const waiting = made.filter(({ countsAs }) => countsAs === 'waitlisted').length
    notify(
      waiting > 0 && waiting < made.length
        ? translate('participations.done.both', { booked: made.length - waiting, waiting })
        : translate(waiting > 0 ? 'participations.done.waiting' : 'participations.done.booked', {
            smart_count: made.length,
          }),
      { type: 'success' },
    )
    onClose()
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="booking-title">
      <DialogTitle id="booking-title">
        {dateId && places
          ? translate('participations.bookOn', {
              name: places.title,
              date: format.span(places.startDate, places.endDate),
            })
          : translate('participations.book')}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 0.5 }}>
          {dateId === undefined && (
            <DatePicker
              value={picked}
              onChange={setPicked}
              autoFocus={Boolean(contact)}
              fault={refusal?.fields['dateId']}
            />
          )}
          {places && <OccupancyBar places={places} />}
          {places && !places.takesPlace && (
            <Alert severity="warning">{translate('participations.lost')}</Alert>
          )}
          {places && !places.isActive && (
            <Alert severity="info">{translate('participations.inactive')}</Alert>
          )}
          <PersonPicker people={people} onChange={setPeople} faults={refusal?.fields ?? {}} />
          <StatusSelect value={status} onChange={setStatus} forNew fault={refusal?.fields['status']} />
          <ModuleChoice modules={modules} choice={chosen} onChange={setChoice} />
          <TextField
            label={translate('participations.comment')}
            value={comment}
            multiline
            minRows={2}
            onChange={(event) => setComment(event.target.value)}
          />
          <RefusalAlert refusal={refusal} asked={people.length} onWaitlist={() => book(true)} />
          {refusal?.existing !== undefined && (
            <Button variant="outlined" onClick={() => takeExisting(refusal.existing ?? 0)}>
              {translate('participations.person.takeExisting')}
            </Button>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={people.length === 0 || date === 0}
          onClick={() => book(false)}
        >
          {people.length > 1
            ? translate('participations.bookMany', { smart_count: people.length })
            : translate('participations.book')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
