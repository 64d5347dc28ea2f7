// Links of one person in messages, to feedback, to the attendance of a date, to a booking and to a seat: a text is rendered with placeholders, which links of
// the recipient replace when the mail is sent.

import { createLink, linkPath, loadLinks } from '../attendance/links.ts'
import { isActive } from '../bookings/booking-statuses.ts'
import { createOrderLink, orderPath } from '../bookings/orders/order-link.ts'
import { isOfVisitor } from '../bookings/orders/order-sources.ts'
import { createSeatLink, seatPath } from '../bookings/orders/seat-link.ts'
import { feedbackLink, feedbackPath } from '../feedback/feedback-link.ts'
import type { FilledTemplate } from '../mail/template.ts'
import { inTransaction, systemActor, type Tx } from '../platform/database/database.ts'
import { dateIn } from '../platform/ground/clock.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { hasLink, tookPart } from './causes.ts'
import type { Delivery } from './delivery.ts'
import { isParticipant, isTrainer } from './roles.ts'

/** The placeholder for a secret in previews and the kept text. */
export const secretPlaceholder = 'personal-link'

type Link = {
  path: string
  isFor(delivery: Delivery): boolean
  make(tx: Tx, delivery: Delivery, instance: Instance): Promise<string>
}

const trainerOf = ({ date, addressee }: Delivery) => date?.trainers.find(({ id }) => id === addressee.id)

const links = {
  /** For participants, in messages after the date or by hand. */
  feedback: {
    path: feedbackPath(secretPlaceholder),
    isFor({ role, causes, seats: [seat] }) {
      const isEntitled = isParticipant(role) && seat !== undefined && tookPart(seat)
      return isEntitled && causes.every((cause) => hasLink(cause, 'feedback'))
    },
    make: (tx, { seats }) => feedbackLink(tx, seats[0]!.id),
  },
  /** For the trainers of a date that takes place. */
  attendance: {
    path: linkPath(secretPlaceholder),
    isFor: (delivery) =>
      isTrainer(delivery.role) && delivery.date?.goesAhead === true && trainerOf(delivery) !== undefined,
    async make(
      tx,
      delivery,
      {
        clock,
        settingsCache: {
          settings: { timeZone },
        },
      },
    ) {
      const now = clock.now()
      const today = dateIn(timeZone, now)
      const dateId = delivery.date!.id
      const { defaultExpiry: lastDay } = await loadLinks(tx, dateId, today, now)
      const link = { dateId, trainerId: trainerOf(delivery)!.trainerId, lastDay }
      return linkPath(await createLink(tx, link, { today, now, timeZone }))
    },
  },
  /** For who ordered on a website, or is offered a seat. */
  booking: {
    path: orderPath(secretPlaceholder),
    isFor: ({ addressee, causes, seats: [seat] }) =>
      seat !== undefined &&
      seat.orderer?.id === addressee.id &&
      (isOfVisitor(seat.orderSource) || causes.some((cause) => hasLink(cause, 'booking'))),
    make: (tx, { seats }) => createOrderLink(tx, seats[0]!.orderId, { byMail: true }),
  },
  /** For who takes part and was booked by somebody else. */
  seat: {
    path: seatPath(secretPlaceholder),
    isFor: ({ role, addressee, seats: [seat] }) =>
      isParticipant(role) &&
      seat !== undefined &&
      isActive(seat) &&
      seat.participant?.id === addressee.id &&
      seat.orderer?.id !== addressee.id,
    make: (tx, { seats }) => createSeatLink(tx, seats[0]!.id),
  },
} satisfies Record<string, Link>

/** '': the recipient gets no such link. */
export const personalLink = (name: keyof typeof links, delivery: Delivery, url: string): string =>
  links[name].isFor(delivery) ? url + links[name].path : ''

/** The text for the mail. A link is made only if the text shows one. */
export async function withPersonalLinks(
  instance: Instance,
  filled: FilledTemplate,
  delivery: Delivery,
  url: string,
): Promise<FilledTemplate> {
  let { body } = filled
  for (const { path, isFor, make } of Object.values<Link>(links)) {
    if (!isFor(delivery) || !body.includes(url + path)) continue
    const own = await inTransaction(instance.db, systemActor, (tx) => make(tx, delivery, instance))
    body = body.replaceAll(url + path, url + own)
  }
  return { ...filled, body }
}
