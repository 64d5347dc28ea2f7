// Books persons on a date; shows its current seats.
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
import { Controller, useForm, useWatch } from 'react-hook-form'
import { type ApiError, api } from '../shell/api/api.ts'
import type { BodyOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/app/format.ts'
import { type Booking, type DateSeats, useSeats } from './booking-queries.ts'
import { DatePicker } from './date-picker.tsx'
import { chosenDateIds, defaultModuleChoices, ModuleChoice, type ModuleChoices } from './module-choice.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { type ContactChoice, PersonPicker, type PickedPerson } from './person-picker.tsx'
import { RejectionAlert } from './rejection-alert.tsx'
import { StatusSelect } from './status-select.tsx'
import { fieldErrorsOf, useBookingAction } from './use-booking-action.ts'

interface Props {
  onClose: () => void
  /** Left out: the user chooses it. */
  dateId?: number
  /** The first person to book. */
  contact?: ContactChoice
}

interface BookingForm {
  date: DateSeats | null
  people: PickedPerson[]
  status: string
  modules: ModuleChoices
  comment: string
}

const toParticipant = (person: PickedPerson) =>
  'contact' in person
    ? { contactId: person.contact.id }
    : Object.fromEntries(Object.entries(person.newPerson).filter(([, value]) => value !== ''))

function bookedText(created: readonly Booking[]): [key: string, params: Record<string, unknown>] {
  const waitlisted = created.filter(({ countsAs }) => countsAs === 'waitlisted').length
  if (waitlisted > 0 && waitlisted < created.length)
    return ['bookings.done.both', { booked: created.length - waitlisted, waitlisted }]
  return [
    waitlisted > 0 ? 'bookings.done.waitlisted' : 'bookings.done.booked',
    { smart_count: created.length },
  ]
}

/** The contact that a new person would duplicate. */
const existingContactId = (error: ApiError | undefined): number | undefined => {
  const [, id] = /\/contacts\/(\d+)$/.exec(error?.headers.get('location') ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

export function BookingDialog({ onClose, dateId, contact }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const { control, handleSubmit, setValue } = useForm<BookingForm>({
    defaultValues: {
      date: null,
      people: contact ? [{ key: `c${contact.id}`, contact }] : [],
      status: 'booked',
      modules: {},
      comment: '',
    },
  })
  const [pickedDate, people, moduleChoices] = useWatch({ control, name: ['date', 'people', 'modules'] })
  const bookedDateId = dateId ?? pickedDate?.id ?? 0
  const seats = useSeats(bookedDateId, 3000).data ?? pickedDate ?? undefined
  const modules = seats?.modules ?? []
  const chosenModules = { ...defaultModuleChoices(modules), ...moduleChoices }
  const [rejection, setRejection] = useState<ApiError>()
  const fieldErrors = fieldErrorsOf(rejection)
  const existingId = existingContactId(rejection)

  const { run, busy } = useBookingAction(
    (body: BodyOf<'POST', '/bookings'>) => api('POST', '/bookings', { body }),
    {
      requestedCount: ({ participants }) => participants.length,
      success: (bookings, { participants }) => bookedText(bookings.slice(0, participants.length)),
      onSuccess: onClose,
      onError: (error) => {
        setRejection(error)
        return true
      },
    },
  )
  const book = (waitlistIfFull: boolean) =>
    handleSubmit((form) =>
      run({
        dateId: bookedDateId,
        status: form.status,
        participants: form.people.map(toParticipant),
        ...(form.comment === '' ? {} : { comment: form.comment }),
        ...(modules.length > 0 ? { moduleDateIds: chosenDateIds(chosenModules) } : {}),
        ...(waitlistIfFull ? { waitlistIfFull } : {}),
      }),
    )()

  /** Replaces the new person by the contact that exists already. */
  const addExistingContact = async (id: number): Promise<void> => {
    const [existing] = await api('GET', '/contacts', { query: { ids: [id] } })
    const index = people.findIndex(
      (one) =>
        'newPerson' in one &&
        one.newPerson.lastName.trim().toLowerCase() === existing?.lastName.trim().toLowerCase(),
    )
    if (!existing || index < 0) return
    setValue('people', people.with(index, { key: `c${id}`, contact: existing }))
    setRejection(undefined)
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="booking-title">
      <DialogTitle id="booking-title">
        {dateId && seats
          ? translate('bookings.bookOn', {
              name: seats.displayTitle,
              date: format.span(seats.startDate, seats.endDate),
            })
          : translate('bookings.book')}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 0.5 }}>
          {dateId === undefined && (
            <Controller
              control={control}
              name="date"
              render={({ field: { value, onChange } }) => (
                <DatePicker
                  value={value}
                  onChange={onChange}
                  autoFocus={Boolean(contact)}
                  errorText={fieldErrors['dateId']}
                />
              )}
            />
          )}
          {seats && <OccupancyBar seats={seats} />}
          {seats && !seats.goesAhead && (
            <Alert severity="warning">{translate('bookings.dateCancelled')}</Alert>
          )}
          {seats && !seats.isActive && <Alert severity="info">{translate('bookings.inactive')}</Alert>}
          <Controller
            control={control}
            name="people"
            render={({ field: { value, onChange } }) => (
              <PersonPicker people={value} onChange={onChange} fieldErrors={fieldErrors} />
            )}
          />
          <Controller
            control={control}
            name="status"
            render={({ field: { value, onChange } }) => (
              <StatusSelect value={value} onChange={onChange} onlyForNew errorText={fieldErrors['status']} />
            )}
          />
          <ModuleChoice
            modules={modules}
            choice={chosenModules}
            onChange={(choice) => setValue('modules', choice)}
          />
          <Controller
            control={control}
            name="comment"
            render={({ field: { ref, ...field } }) => (
              <TextField
                {...field}
                inputRef={ref}
                label={translate('bookings.comment')}
                multiline
                minRows={2}
              />
            )}
          />
          <RejectionAlert error={rejection} requestedCount={people.length} onWaitlist={() => book(true)} />
          {existingId !== undefined && (
            <Button variant="outlined" onClick={() => addExistingContact(existingId)}>
              {translate('bookings.person.bookExisting')}
            </Button>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={people.length === 0 || bookedDateId === 0}
          onClick={() => book(false)}
        >
          {people.length > 1
            ? translate('bookings.bookMany', { smart_count: people.length })
            : translate('bookings.book')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
