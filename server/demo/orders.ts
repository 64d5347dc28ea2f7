// The demo's data set: orders, the prices and notes of their seats, cancellations, and seats without a name.
import type { EventDate } from '../catalogue/contract/date.schema.ts'
import type { EventPrice } from '../catalogue/contract/price.schema.ts'
import type { Contact } from '../contacts/contact.schema.ts'
import type { Booking } from './bookings.ts'
import { feeOf } from './cancellation-steps.ts'
import type { EventPlan } from './catalogue.ts'
import { addDays, mondayOf } from './days.ts'
import type { Random } from './random.ts'

export type Order = {
  id: number
  createdAt: string
  source: 'office' | 'website' | 'import'
  ordererId: number
  companyId: number
  invoiceContactId: number
  invoiceReference: string
  comment: string
  termsAcceptedAt: string
}

type Reduction = { id: number; participationId: number; reason: string; amount: number }

type PastBooking = {
  id: number
  participationId: number
  until: string
  contactId: number
  dateId: number
  dateTitle: string
  startDate: string
}

const diets = ['vegetarisch', 'vegan', 'laktosefrei', 'Nussallergie', 'glutenfrei']
const accessibilityNeeds = [
  'Rollstuhl: Platz am Gang',
  'Schriftdolmetschen',
  'Parkplatz nahe am Eingang',
  'Unterlagen in großer Schrift',
]
const internalNotes = [
  'Rechnung erst nach der Veranstaltung',
  'Rückruf vor Beginn erwünscht',
  'Kommt am ersten Tag eine Stunde später',
]
const orderComments = [
  'Telefonisch angemeldet',
  'Bitte eine Rechnung für alle',
  'Namen folgen zwei Wochen vor Beginn',
  'Hotelzimmer bucht die Firma selbst',
]
const reductionReasons = [
  ['Mitgliedsrabatt', 10],
  ['Stammkundenrabatt', 5],
  ['Ermäßigung für Auszubildende', 25],
] as const
const cancellationReasons = ['Krankheit', 'Dienstlich verhindert', 'Projekt verschoben', 'Budget gestrichen']

/** Orders are as old as this; earlier bookings have none. */
const daysWithOrders = 180

const cents = (amount: number) => Math.round(amount * 100) / 100

/** The price that was valid on a day; undefined: none. */
const priceOn = (prices: readonly (EventPrice & { price_valid_to?: string })[], day: string) =>
  prices.find(({ price_valid_to: until = '' }) => until === '' || day <= until) ?? prices.at(-1)

function price(booking: Booking, { event }: EventPlan, date: EventDate): void {
  const prices = date.date_prices.length > 0 ? date.date_prices : event.event_prices
  const valid = priceOn(prices, booking.createdAt.slice(0, 10))
  if (!valid) return
  booking.priceTitle = valid.price_title
  booking.priceAmount = Number(valid.price_value_net)
  booking.priceCurrency = valid.price_currency
  booking.priceVatRate = valid.price_vat
}

/** Reason and fee of a booking that is cancelled. The numbers are drawn for every booking, because its status depends on the day. */
function cancel(booking: Booking, plan: EventPlan, date: EventDate, monday: string, random: Random): void {
  const [reason, before, isGoodwill] = [
    random.pick(cancellationReasons),
    random.int(1, 45),
    random.chance(0.2),
  ]
  if (booking.partStatus !== 'cancelled') return
  const created = booking.createdAt.slice(0, 10)
  const wanted = addDays(date.start_date, -before)
  const day = [created, [wanted, addDays(monday, -1)].sort()[0]!].sort()[1]!
  booking.cancelledAt = `${day}T18:30:00.000000Z`
  if (date.date_status === 'cancelled') {
    booking.cancellationReason = 'Termin entfällt'
    return
  }
  booking.cancellationReason = isGoodwill ? `${reason}, aus Kulanz ohne Gebühr` : reason
  const fee = isGoodwill ? 0 : feeOf(plan.event, booking.priceAmount, day, date.start_date)
  booking.cancellationFee = fee === 0 ? null : fee
}

function takeNotes(booking: Booking, random: Random): void {
  if (random.chance(0.07)) booking.dietaryNotes = random.pick(diets)
  if (random.chance(0.02)) booking.accessibilityNotes = random.pick(accessibilityNeeds)
  if (random.chance(0.03)) booking.internalNotes = random.pick(internalNotes)
}

/**
 * Gives bookings an order, their price and notes: some companies order several seats of a date, of which some have no name yet. What
 * does not depend on the day is decided by the Monday of its week only.
 */
export function createOrders(
  bookings: readonly Booking[],
  plans: readonly EventPlan[],
  contacts: readonly Contact[],
  today: string,
  random: Random,
) {
  const monday = mondayOf(today)
  const since = addDays(monday, -daysWithOrders)
  const byId = new Map(contacts.map((contact) => [contact.id, contact]))
  const colleagues = Map.groupBy(
    contacts.filter(({ companyId, trn_data }) => companyId > 0 && trn_data?.length === 0),
    ({ companyId }) => companyId,
  )
  const ofDate = Map.groupBy(bookings, ({ dateId }) => dateId)
  const orders: Order[] = []
  const participationReductions: Reduction[] = []
  const participationHistory: PastBooking[] = []

  /** The next seats become those of the company of the first one: of colleagues, or without a name. */
  const gather = (seats: readonly Booking[], companyId: number, date: EventDate): void => {
    const booked = new Set(ofDate.get(date.date_id)!.map(({ contactId }) => contactId))
    const free = (colleagues.get(companyId) ?? []).filter(({ id }) => !booked.has(id))
    const isLater = date.start_date > addDays(monday, 10)
    for (const [index, seat] of seats.entries()) {
      const isUnnamed = isLater && index > 0 && ['booked', 'reserved'].includes(seat.partStatus)
      const colleague = isUnnamed ? undefined : free.shift()
      if (colleague) seat.contactId = colleague.id
      else if (isUnnamed) seat.contactId = 0
    }
  }

  const order = (seats: readonly Booking[], plan: EventPlan, date: EventDate): void => {
    const [first] = seats as [Booking]
    const orderer = byId.get(first.contactId)!
    const { companyId } = orderer
    const source = random.pick(['office', 'office', 'website', 'website', 'import'] as const)
    const hasReference = random.chance(0.5)
    const reference = random.pick([`PO-${random.int(10_000, 99_999)}`, `KST ${random.int(1000, 9999)}`])
    const invoiceTo = random.pick(colleagues.get(companyId) ?? [orderer])
    const isInvoicedToOther = random.chance(0.1)
    const comment = random.pick(orderComments)
    const hasComment = random.chance(seats.length > 1 ? 0.6 : 0.1)
    const hasAccepted = random.chance(source === 'website' ? 1 : 0.4)
    orders.push({
      id: orders.length + 1,
      createdAt: first.createdAt,
      source,
      ordererId: orderer.id,
      companyId,
      invoiceContactId: companyId > 0 && isInvoicedToOther ? invoiceTo.id : 0,
      invoiceReference: companyId > 0 && hasReference ? reference : '',
      comment: hasComment ? comment : '',
      termsAcceptedAt: hasAccepted ? first.createdAt : '',
    })
    for (const seat of seats) {
      seat.orderId = orders.length
      seat.createdAt = first.createdAt
      price(seat, plan, date)
      const [reason, percent] =
        seats.length > 2 ? (['Mehrfachbuchung', 10] as const) : random.pick(reductionReasons)
      const isReduced = random.chance(0.06) || seats.length > 2
      if (isReduced && seat.priceAmount !== null)
        participationReductions.push({
          id: participationReductions.length + 1,
          participationId: seat.partId,
          reason,
          amount: cents((seat.priceAmount * percent) / 100),
        })
    }
  }

  /** A few dates have been moved by two weeks, and a few participants replaced. */
  const remember = (booking: Booking, date: EventDate, random: Random): void => {
    const [isReplaced, former] = [random.chance(0.01), random.pick(contacts)]
    const until = `${addDays(booking.createdAt.slice(0, 10), 1)}T10:15:00.000000Z`
    const past = (contactId: number, startDate: string) =>
      participationHistory.push({
        id: participationHistory.length + 1,
        participationId: booking.partId,
        until,
        contactId,
        dateId: date.date_id,
        dateTitle: date.date_title,
        startDate,
      })
    if (date.date_id % 60 === 7) past(booking.contactId, addDays(date.start_date, -14))
    else if (isReplaced && booking.contactId > 0 && former.id !== booking.contactId)
      past(former.id, date.start_date)
  }

  for (const plan of plans)
    for (const date of plan.event.dates) {
      const left = [...(ofDate.get(date.date_id) ?? [])]
      while (left.length > 0) {
        const first = left.shift()!
        const companyId = byId.get(first.contactId)?.companyId ?? 0
        const size = random.chance(0.12) ? random.int(2, 5) : 1
        if (first.createdAt.slice(0, 10) < since) continue
        const more = companyId > 0 ? left.splice(0, Math.min(size - 1, left.length)) : []
        gather(more, companyId, date)
        order([first, ...more], plan, date)
      }
      for (const booking of ofDate.get(date.date_id) ?? []) {
        takeNotes(booking, random)
        cancel(booking, plan, date, monday, random)
        remember(booking, date, random)
      }
    }
  return { orders, participationReductions, participationHistory }
}
