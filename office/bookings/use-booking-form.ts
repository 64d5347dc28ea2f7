// The state of the dialog for booking: the form, what it books, the request and its rejection.
import { useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { isWaitlisted } from '../../server/bookings/booking-statuses.ts'
import type { ContactChoice } from '../addresses/contact-search.tsx'
import { useMessagePanel } from '../messages/message-panel.tsx'
import { useAction } from '../shell/api/action.ts'
import { type ApiError, api } from '../shell/api/api.ts'
import type { BodyOf } from '../shell/api/endpoints.ts'
import { type Booking, type DateSeats, useSeats } from './booking-queries.ts'
import { chosenDateIds, defaultModuleChoices, type ModuleChoices } from './module-choice.tsx'
import { type PickedPerson, toParticipant } from './person-picker.tsx'
import { fieldErrorsOf, useBookingAction } from './use-booking-action.ts'

export interface BookingDialogProps {
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

type NewBooking = BodyOf<'POST', '/bookings'>

export interface BookingForm {
  date: DateSeats | null
  people: PickedPerson[]
  /** As it is typed. */
  unnamedSeats: string
  status: string
  /** The index among the prices of the date; -1: none. */
  price: number
  modules: ModuleChoices
  comment: string
  order: NonNullable<NewBooking['order']>
}

/** The fields of an order that are filled in; undefined: none. */
function filledOrder(order: BookingForm['order']): BookingForm['order'] | undefined {
  const filled = Object.entries(order).filter(([, value]) => Boolean(value))
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

function bookedText(created: readonly Booking[]): [key: string, params: Record<string, unknown>] {
  const waitlisted = created.filter(isWaitlisted).length
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

const requestedSeats = ({ participants, unnamedSeats = 0 }: NewBooking): number =>
  participants.length + unnamedSeats

const emptyOrder: BookingForm['order'] = {
  companyId: 0,
  ordererId: 0,
  invoiceContactId: 0,
  invoiceReference: '',
  comment: '',
  termsAccepted: false,
}

/** The date of the form with its current seats, and how many of them it books. */
function useRequestedSeats(form: UseFormReturn<BookingForm>, dateId: number | undefined) {
  const [pickedDate, people, unnamedText, moduleChoices] = useWatch({
    control: form.control,
    name: ['date', 'people', 'unnamedSeats', 'modules'],
  })
  const unnamedSeats = Number(unnamedText)
  const bookedDateId = dateId ?? pickedDate?.id ?? 0
  const seats = useSeats(bookedDateId, 3000).data ?? pickedDate ?? undefined
  const modules = seats?.modules ?? []
  return {
    bookedDateId,
    seats,
    people,
    unnamedSeats,
    seatCount: people.length + unnamedSeats,
    modules,
    chosenModules: { ...defaultModuleChoices(modules), ...moduleChoices },
  }
}

type RequestedSeats = ReturnType<typeof useRequestedSeats>

/** @param count how many of the seats are booked; those with a participant come first */
function toBody(
  values: BookingForm,
  { bookedDateId, seats, modules, chosenModules }: RequestedSeats,
  count: number,
  orderId: number | undefined,
): NewBooking {
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

/** The messages of the booking, in a panel; no messages before the seats are complete. */
function useBookingMessages(
  form: UseFormReturn<BookingForm>,
  requested: RequestedSeats,
  orderId: number | undefined,
) {
  const { bookedDateId, seats, people, seatCount } = requested
  const values = useWatch({ control: form.control })
  const isComplete = seatCount > 0 && bookedDateId > 0 && people.every(isNamed)
  const body = {
    ...toBody(form.getValues(), requested, seatCount, orderId),
    waitlistIfFull: seats?.hasWaitingList ?? false,
  }
  return useMessagePanel(
    ['book', values, bookedDateId],
    isComplete ? () => api('POST', '/bookings/message-preview', { body }) : undefined,
  )
}

export function useBookingForm({ onClose, dateId, contact, date, ...given }: BookingDialogProps) {
  const form = useForm<BookingForm>({
    defaultValues: {
      date: date ?? null,
      people: contact ? [{ key: `c${contact.id}`, contact }] : [],
      unnamedSeats: '',
      status: 'booked',
      price: 0,
      modules: {},
      comment: '',
      order: emptyOrder,
    },
  })
  const { handleSubmit, setValue } = form
  const [orderId, setOrderId] = useState(given.orderId)
  const [rejection, setRejection] = useState<ApiError>()
  const requested = useRequestedSeats(form, dateId)
  const { bookedDateId, people, unnamedSeats, seatCount } = requested
  const { panel, messages } = useBookingMessages(form, requested, orderId)

  const { run, busy } = useBookingAction((body: NewBooking) => api('POST', '/bookings', { body }), {
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
  })
  /** @param count how many of the seats are booked; those with a participant come first */
  const book = (waitlistIfFull: boolean, count = seatCount) =>
    handleSubmit((filled) =>
      run({
        ...toBody(filled, requested, count, orderId),
        messages,
        ...(waitlistIfFull ? { waitlistIfFull } : {}),
      }),
    )()
  const { run: switchWaitingListOn } = useAction(
    () =>
      api('PATCH', '/dates/{dateId}/seats', {
        params: { dateId: bookedDateId },
        body: { hasWaitingList: true },
      }),
    { onSuccess: () => book(true) },
  )

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

  return {
    form,
    requested,
    rejection,
    fieldErrors: fieldErrorsOf(rejection),
    existingId: existingContactId(rejection),
    messagePanel: panel,
    busy,
    book,
    switchWaitingListOn,
    addExistingContact,
  }
}
