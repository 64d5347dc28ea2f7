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
import { untypedApi } from '../shell/api/api.ts'
import { useFormat } from '../shell/app/format.ts'
import { type DatePlaces, useSeats } from './booking-queries.ts'
import { DatePicker } from './date-picker.tsx'
import { chosenDateIds, defaultModuleChoices, ModuleChoice, type ModuleChoices } from './module-choice.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { type ContactChoice, PersonPicker, type PickedPerson } from './person-picker.tsx'
import { RejectionAlert } from './rejection-alert.tsx'
import { StatusSelect } from './status-select.tsx'
import { type Rejection, useBookingAction } from './use-booking-action.ts'

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
  const runAction = useBookingAction()
  const [pickedDate, setPickedDate] = useState<DatePlaces | null>(null)
  const date = dateId ?? pickedDate?.id ?? 0
  const seats = useSeats(date, 3000).data ?? pickedDate ?? undefined
  const [people, setPeople] = useState<PickedPerson[]>(contact ? [{ key: `c${contact.id}`, contact }] : [])
  const [status, setStatus] = useState('booked')
  const [comment, setComment] = useState('')
  const [choice, setChoice] = useState<ModuleChoices>({})
  const [rejection, setRejection] = useState<Rejection>()
  const [busy, setBusy] = useState(false)
  const modules = seats?.modules ?? []
  const chosen = { ...defaultModuleChoices(modules), ...choice }

  /** A new person who is there already becomes that contact. */
  const addExistingContact = async (id: number): Promise<void> => {
    const [found] = await untypedApi<ContactChoice>('GET', `/contacts/${id}`)
    const at = people.findIndex(
      (one) =>
        'newPerson' in one &&
        one.newPerson.lastName.trim().toLowerCase() === found?.lastName.trim().toLowerCase(),
    )
    if (!found || at < 0) return
    setPeople(people.with(at, { key: `c${id}`, contact: found }))
    setRejection(undefined)
  }

  const book = async (waitlistRest: boolean): Promise<void> => {
    setBusy(true)
    const bookings = await runAction(
      'POST',
      '/participations',
      {
        dateId: date,
        status,
        people: people.map((one) =>
          'contact' in one
            ? { contactId: one.contact.id }
            : Object.fromEntries(Object.entries(one.newPerson).filter(([, value]) => value !== '')),
        ),
        ...(comment === '' ? {} : { comment }),
        ...(modules.length > 0 ? { moduleDateIds: chosenDateIds(chosen) } : {}),
        ...(waitlistRest ? { waitlistRest } : {}),
      },
      people.length,
    )
    setBusy(false)
    if (!Array.isArray(bookings)) return setRejection(bookings)
    const created = bookings.slice(0, people.length)
    const waiting = created.filter(({ countsAs }) => countsAs === 'waitlisted').length
    notify(
      waiting > 0 && waiting < created.length
        ? translate('participations.done.both', { booked: created.length - waiting, waiting })
        : translate(waiting > 0 ? 'participations.done.waiting' : 'participations.done.booked', {
            smart_count: created.length,
          }),
      { type: 'success' },
    )
    onClose()
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="booking-title">
      <DialogTitle id="booking-title">
        {dateId && seats
          ? translate('participations.bookOn', {
              name: seats.title,
              date: format.span(seats.startDate, seats.endDate),
            })
          : translate('participations.book')}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 0.5 }}>
          {dateId === undefined && (
            <DatePicker
              value={pickedDate}
              onChange={setPickedDate}
              autoFocus={Boolean(contact)}
              errorText={rejection?.fields['dateId']}
            />
          )}
          {seats && <OccupancyBar places={seats} />}
          {seats && !seats.takesPlace && <Alert severity="warning">{translate('participations.lost')}</Alert>}
          {seats && !seats.isActive && <Alert severity="info">{translate('participations.inactive')}</Alert>}
          <PersonPicker people={people} onChange={setPeople} fieldErrors={rejection?.fields ?? {}} />
          <StatusSelect
            value={status}
            onChange={setStatus}
            onlyForNew
            errorText={rejection?.fields['status']}
          />
          <ModuleChoice modules={modules} choice={chosen} onChange={setChoice} />
          <TextField
            label={translate('participations.comment')}
            value={comment}
            multiline
            minRows={2}
            onChange={(event) => setComment(event.target.value)}
          />
          <RejectionAlert
            rejection={rejection}
            requestedCount={people.length}
            onWaitlist={() => book(true)}
          />
          {rejection?.existing !== undefined && (
            <Button variant="outlined" onClick={() => addExistingContact(rejection.existing ?? 0)}>
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
