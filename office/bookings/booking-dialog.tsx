// Books persons on a date; shows its current seats.
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Confirm } from 'react-admin'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { useMessagePanel } from '../messages/message-panel.tsx'
import { OrderFields } from '../orders/order-fields.tsx'
import { useAction } from '../shell/api/action.ts'
import { type ApiError, api } from '../shell/api/api.ts'
import type { BodyOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/app/format.ts'
import { type Booking, type DateSeats, useSeats } from './booking-queries.ts'
import { DatePicker } from './date-picker.tsx'
import { chosenDateIds, defaultModuleChoices, ModuleChoice, type ModuleChoices } from './module-choice.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { type ContactChoice, PersonPicker, type PickedPerson, toParticipant } from './person-picker.tsx'
import { RejectionAlert } from './rejection-alert.tsx'
import { StatusSelect } from './status-select.tsx'
import { fieldErrorsOf, useBookingAction } from './use-booking-action.ts'

interface Props {
  onClose: () => void
  /** Left out: the user chooses it. */
  dateId?: number
  /** The first person to book. */
  contact?: ContactChoice
  /** The date that is proposed. */
  date?: DateSeats
  /** The order that gets the seats; left out: a new one. */
  orderId?: number
}

interface BookingForm {
  date: DateSeats | null
  people: PickedPerson[]
  /** As it is typed. */
  unnamedSeats: string
  status: string
  /** The index among the prices of the date; -1: none. */
  price: number
  modules: ModuleChoices
  comment: string
  order: NonNullable<BodyOf<'POST', '/bookings'>['order']>
}

/** The fields of an order that are filled in; undefined: none. */
function filledOrder(order: BookingForm['order']): BookingForm['order'] | undefined {
  const filled = Object.entries(order).filter(([, value]) => Boolean(value))
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

function bookedText(created: readonly Booking[]): [key: string, params: Record<string, unknown>] {
  const waitlisted = created.filter(({ countsAs }) => countsAs === 'waitlisted').length
  if (waitlisted > 0 && waitlisted < created.length)
    return ['bookings.done.both', { booked: created.length - waitlisted, waitlisted }]
  const hasUnnamed = created.some(({ contactId }) => contactId === 0)
  const key = waitlisted > 0 ? 'waitlisted' : hasUnnamed ? 'seats' : 'booked'
  return [`bookings.done.${key}`, { smart_count: created.length }]
}

/** The contact that a new person would duplicate. */
const existingContactId = (error: ApiError | undefined): number | undefined => {
  const [, id] = /\/contacts\/(\d+)$/.exec(error?.headers.get('location') ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

/** Whether a person can be booked as far as they are entered. */
const isNamed = (person: PickedPerson): boolean =>
  'contact' in person || (person.newPerson.lastName.trim() !== '' && person.newPerson.email.trim() !== '')

const requestedSeats = ({ participants, unnamedSeats = 0 }: BodyOf<'POST', '/bookings'>): number =>
  participants.length + unnamedSeats

export function BookingDialog({ onClose, dateId, contact, date, ...given }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const form = useForm<BookingForm>({
    defaultValues: {
      date: date ?? null,
      people: contact ? [{ key: `c${contact.id}`, contact }] : [],
      unnamedSeats: '',
      status: 'booked',
      price: 0,
      modules: {},
      comment: '',
      order: {
        companyId: 0,
        ordererId: 0,
        invoiceContactId: 0,
        invoiceReference: '',
        comment: '',
        termsAccepted: false,
      },
    },
  })
  const { control, handleSubmit, setValue } = form
  const { isDirty } = form.formState
  const [orderId, setOrderId] = useState(given.orderId)
  const [isDiscarding, setDiscarding] = useState(false)
  const [pickedDate, people, unnamedText, moduleChoices] = useWatch({
    control,
    name: ['date', 'people', 'unnamedSeats', 'modules'],
  })
  const unnamedSeats = Number(unnamedText)
  const seatCount = people.length + unnamedSeats
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
      requestedCount: requestedSeats,
      success: (bookings, body) => bookedText(bookings.slice(0, requestedSeats(body))),
      onSuccess: (bookings, body) => {
        if (requestedSeats(body) >= seatCount) return onClose()
        // Those who did not fit stay in the dialog, and belong to the same order.
        setOrderId(bookings[0]?.orderId)
        setValue('people', people.slice(body.participants.length))
        setValue('unnamedSeats', String(unnamedSeats - (body.unnamedSeats ?? 0) || ''))
        setRejection(undefined)
      },
      onError: (error) => {
        setRejection(error)
        return true
      },
    },
  )
  const toBody = (values: BookingForm, count: number): BodyOf<'POST', '/bookings'> => {
    const order = filledOrder(values.order)
    const unnamed = Math.max(0, count - values.people.length)
    return {
      dateId: bookedDateId,
      status: values.status,
      participants: values.people.slice(0, count).map(toParticipant),
      ...(unnamed > 0 ? { unnamedSeats: unnamed } : {}),
      ...(orderId === undefined ? order && { order } : { orderId }),
      ...(values.price === 0 ? {} : { price: seats?.prices[values.price] ?? null }),
      ...(values.comment === '' ? {} : { comment: values.comment }),
      ...(modules.length > 0 ? { moduleDateIds: chosenDateIds(chosenModules) } : {}),
    }
  }
  const values = useWatch({ control })
  const isComplete = seatCount > 0 && bookedDateId > 0 && people.every(isNamed)
  const previewBody = {
    ...toBody(form.getValues(), seatCount),
    waitlistIfFull: seats?.hasWaitingList ?? false,
  }
  const { panel, messages } = useMessagePanel(
    ['book', values, bookedDateId],
    isComplete ? () => api('POST', '/bookings/message-preview', { body: previewBody }) : undefined,
  )
  /** @param count how many of the seats are booked; those with a participant come first */
  const book = (waitlistIfFull: boolean, count = seatCount) =>
    handleSubmit((filled) =>
      run({ ...toBody(filled, count), messages, ...(waitlistIfFull ? { waitlistIfFull } : {}) }),
    )()
  const { run: switchWaitingListOn } = useAction(
    () =>
      api('PATCH', '/dates/{dateId}/seats', {
        params: { dateId: bookedDateId },
        body: { hasWaitingList: true },
      }),
    { onSuccess: () => book(true) },
  )
  const close = (): void => (isDirty ? setDiscarding(true) : onClose())

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
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : close} aria-labelledby="booking-title">
      <DialogTitle id="booking-title">
        {dateId && seats
          ? translate('bookings.bookOn', {
              name: seats.displayTitle,
              date: format.span(seats.startDate, seats.endDate),
            })
          : translate('bookings.book')}
      </DialogTitle>
      <DialogContent>
        <FormProvider {...form}>
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
            <Stack
              direction="row"
              spacing={1.5}
              useFlexGap
              sx={{ flexWrap: 'wrap', '& > *': { flex: '1 1 200px' } }}
            >
              <Controller
                control={control}
                name="unnamedSeats"
                render={({ field: { ref, onChange, ...field } }) => (
                  <TextField
                    {...field}
                    inputRef={ref}
                    label={translate('bookings.unnamedSeats')}
                    onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 3))}
                    error={fieldErrors['unnamedSeats'] !== undefined}
                    helperText={fieldErrors['unnamedSeats'] ?? translate('bookings.unnamedHelp')}
                    slotProps={{ htmlInput: { inputMode: 'numeric' } }}
                  />
                )}
              />
              {seats && seats.prices.length > 0 && (
                <Controller
                  control={control}
                  name="price"
                  render={({ field: { ref, ...field } }) => (
                    <TextField {...field} inputRef={ref} select label={translate('bookings.price')}>
                      {seats.prices.map(({ priceTitle, priceAmount, priceCurrency }, index) => (
                        <MenuItem key={`${index} ${priceTitle}`} value={index}>
                          {[
                            priceTitle,
                            priceAmount === null ? '' : format.money(priceAmount, priceCurrency || 'EUR'),
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </MenuItem>
                      ))}
                      <MenuItem value={-1}>{translate('bookings.noPrice')}</MenuItem>
                    </TextField>
                  )}
                />
              )}
            </Stack>
            <Controller
              control={control}
              name="status"
              render={({ field: { value, onChange } }) => (
                <StatusSelect
                  value={value}
                  onChange={onChange}
                  onlyForNew
                  errorText={fieldErrors['status']}
                />
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
            {given.orderId === undefined && (
              <Box component="details">
                <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
                  {translate('bookings.order')}
                </Box>
                <OrderFields path="order." />
              </Box>
            )}
            <RejectionAlert
              error={rejection}
              requestedCount={seatCount}
              onWaitlist={() => book(true)}
              onSwitchWaitingListOn={() => switchWaitingListOn()}
              onBookFitting={(count) => book(false, count)}
            />
            {panel}
            {existingId !== undefined && (
              <Button variant="outlined" onClick={() => addExistingContact(existingId)}>
                {translate('bookings.person.bookExisting')}
              </Button>
            )}
          </Stack>
        </FormProvider>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={seatCount === 0 || bookedDateId === 0 || seats?.goesAhead === false}
          onClick={() => book(false)}
        >
          {seatCount > 1
            ? translate(unnamedSeats > 0 ? 'bookings.bookSeats' : 'bookings.bookMany', {
                smart_count: seatCount,
              })
            : translate('bookings.book')}
        </Button>
      </DialogActions>
      <Confirm
        isOpen={isDiscarding}
        title="bookings.discardTitle"
        content="bookings.discardText"
        confirm="bookings.discard"
        cancel="bookings.resume"
        onConfirm={onClose}
        onClose={() => setDiscarding(false)}
      />
    </Dialog>
  )
}
