// The placeholders of messages: their values for one recipient.
import { type BookingStatus, isBookingStatus, isOffered, takesSeat } from '../bookings/booking-statuses.ts'
import { withdrawPath } from '../bookings/orders/order-link.ts'
import { orderSummary, totalText } from '../documents/orders/order-sections.ts'
import { locales } from '../mail/message-filters.ts'
import { recipientPlaceholders } from '../mail/template.ts'
import type { Language } from '../platform/ground/language.ts'
import { endsBooking } from './causes.ts'
import { changesBetween, changeTexts } from './date-changes.ts'
import type { Delivery, Sender } from './delivery.ts'
import { changeList, dateDetails, needsList, participantList, seatList } from './details.ts'
import { personalLink } from './personal-links.ts'
import { hasSeats, isParticipant } from './roles.ts'
import type { MessageDate, MessageSeat } from './values.sql.ts'

const statusNames: Record<Language, Record<BookingStatus, string>> = {
  de: {
    interested: 'vorgemerkt',
    reserved: 'reserviert',
    offered: 'angeboten',
    waitlisted: 'auf der Warteliste',
    booked: 'gebucht',
    attended: 'teilgenommen',
    absent: 'abwesend',
    cancelled: 'storniert',
  },
  en: {
    interested: 'interested',
    reserved: 'reserved',
    offered: 'offered',
    waitlisted: 'on the waiting list',
    booked: 'booked',
    attended: 'attended',
    absent: 'absent',
    cancelled: 'cancelled',
  },
}

/** As a text shows it; a status of the provider has one name. */
const statusName = ({ status }: MessageSeat, language: Language): string =>
  isBookingStatus(status) ? statusNames[language][status] : status

const noPlace = { id: 0, name: '', street: '', zip: '', city: '', country: '', address: '', email: '' }

const seatValues = (seat: MessageSeat, language: Language) => ({
  firstName: seat.participant?.firstName ?? '',
  lastName: seat.participant?.lastName ?? '',
  company: seat.participant?.company ?? '',
  status: statusName(seat, language),
  dietaryNotes: seat.dietaryNotes,
  accessibilityNotes: seat.accessibilityNotes,
})

export const noSeat: MessageSeat = {
  id: 0,
  dateId: 0,
  status: '',
  countsAs: 'none',
  isModule: false,
  offeredUntil: '',
  orderId: 0,
  orderSource: '',
  orderReference: '',
  orderLanguage: '',
  orderCode: '',
  isConsumer: false,
  price: null,
  currency: '',
  dietaryNotes: '',
  accessibilityNotes: '',
  cancellationReason: '',
  cancellationFee: null,
  participant: null,
  orderer: null,
  claimed: { participant: null, orderer: null },
}

const dateValues = (date: MessageDate) => ({
  id: date.id,
  title: date.title,
  subtitle: date.subtitle,
  start: date.start,
  end: date.end,
  startTime: date.startTime,
  endTime: date.endTime,
  duration: date.duration,
  days: date.days,
  isOnsite: date.isOnsite,
  isOnline: date.isOnline,
  onlineLink: date.onlineLink,
  room: date.rooms.join(', '),
  city: date.locations[0]?.city ?? '',
})

const noDate = dateValues({
  id: 0,
  title: '',
  subtitle: '',
  start: '',
  end: '',
  lastDay: '',
  startTime: '',
  endTime: '',
  goesAhead: true,
  isOnsite: false,
  isOnline: false,
  onlineLink: '',
  duration: '',
  eventId: 0,
  eventTitle: '',
  clientName: '',
  language: '',
  days: [],
  locations: [],
  rooms: [],
  trainers: [],
  staff: [],
})

/** For example `27. Februar 2027 um 12:00`; '': the seat was not offered. */
function timeOfOffer({ offeredUntil }: MessageSeat, language: Language, timeZone: string): string {
  if (offeredUntil === '') return ''
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(locales[language], format).format(new Date(offeredUntil))
}

/** Not for the waiting list, offers and cancelled seats. */
const seesOnlineRoom = ({ role, seats }: Delivery): boolean =>
  !hasSeats(role) || seats.some((seat) => takesSeat(seat) && !isOffered(seat))

const withoutOnlineRoom = (delivery: Delivery): Delivery => ({
  ...delivery,
  date: delivery.date && { ...delivery.date, onlineLink: '' },
  ...(delivery.before && { before: { ...delivery.before, onlineLink: '' } }),
})

/** The values of all placeholders for a recipient. */
export function messageValues(given: Delivery, sender: Sender) {
  const delivery = seesOnlineRoom(given) ? given : withoutOnlineRoom(given)
  const { addressee, language, date, seats, participants, role, causes, order } = delivery
  const seat = seats[0] ?? noSeat
  const { id: _id, email: _email, address: _address, ...location } = date?.locations[0] ?? noPlace
  const person = recipientPlaceholders(addressee, language)
  const bookingLink = personalLink('booking', delivery, sender.url)
  const changes = date && delivery.before ? changeTexts(changesBetween(delivery.before, date), language) : []
  return {
    ...person,
    person,
    role,
    causes: [...causes],
    changes,
    changeList: changeList(changes, language),
    former: delivery.formerDate ?? { title: '', start: delivery.before?.start ?? '' },
    booking: {
      id: seat.id,
      status: statusName(seat, language),
      price: seat.price,
      currency: seat.currency || 'EUR',
      cancellationReason: seat.cancellationReason,
      cancellationFee: seat.cancellationFee,
      offeredUntil: timeOfOffer(seat, language, sender.timeZone),
      // Whose seat it was has none that the cancellation could be about.
      isReplaced: isParticipant(role) && causes.some(endsBooking) && seats.length === 0,
    },
    order: {
      id: seat.orderId,
      reference: seat.orderReference,
      code: seat.orderCode,
      total: order ? totalText(order, language) : '',
      // All of it, for who ordered.
      summary: order ? orderSummary(order, { language, timeZone: sender.timeZone }) : '',
      seats: seats.map((one) => seatValues(one, language)),
      seatList: seatList(seats, language, order),
      furtherDates: Math.max((order?.dates.length ?? 0) - 1, 0),
    },
    event: { title: date?.eventTitle ?? '' },
    date: date ? { ...dateValues(date), details: dateDetails(date, language) } : { ...noDate, details: '' },
    location,
    trainers: (date?.trainers ?? []).map(({ name, title, firstName, lastName }) => ({
      name,
      title,
      firstName,
      lastName,
    })),
    participants: participants.map((one) => seatValues(one, language)),
    participantList: participantList(participants, language),
    needsList: needsList(participants, language),
    client: { name: date?.clientName || sender.instanceName },
    sender: { name: sender.name || sender.instanceName, email: sender.email },
    links: {
      office: `${sender.url}/office`,
      feedback: personalLink('feedback', delivery, sender.url),
      attendance: personalLink('attendance', delivery, sender.url),
      booking: bookingLink,
      seat: personalLink('seat', delivery, sender.url),
      withdraw: bookingLink !== '' && seat.isConsumer ? sender.url + withdrawPath(seat.orderCode) : '',
    },
  }
}

export type MessageValues = ReturnType<typeof messageValues>
