// The recipients of a message.
import type { Language } from '../platform/ground/language.ts'
import { roles as allRoles, isOrderer, isParticipant, type Role } from './roles.ts'
import { type Addressee, asEntered, type MessageDate, type MessageSeat } from './values.sql.ts'

/** A recipient of a message; `key` tells the recipients of a date apart. */
export type MessageRecipient = {
  role: Role
  key: string
  addressee: Addressee
  language: Language
  /** The seats that the message is about; none: the participant's seat has somebody else now. */
  seats: MessageSeat[]
  /** Of a participant. */
  bookingId: number
  /** Other dates of the order that the message confirms, too. */
  furtherDateIds?: number[]
  /** Another message tells the rest. */
  hasCalendarAlone?: true
}

/** The language of messages to somebody: their own or that of their order, that of the event, that of the instance. */
export const recipientLanguage = (
  { language }: Pick<Addressee, 'language'>,
  date: Pick<MessageDate, 'language'> | undefined,
  byDefault: Language,
): Language => language || date?.language || byDefault

/** The recipient of a message in one of the roles. */
type ToRecipient = (
  role: Role,
  key: string,
  addressee: Addressee,
  seats?: MessageSeat[],
  bookingId?: number,
) => MessageRecipient

const recipientFor =
  (date: MessageDate, byDefault: Language): ToRecipient =>
  (role, key, addressee, seats = [], bookingId = 0) => ({
    role,
    key,
    addressee,
    language: recipientLanguage(addressee, date, byDefault),
    seats,
    bookingId,
  })

/** @param others further seats of their order that a participant is told of */
const participantsOf = (
  seats: readonly MessageSeat[],
  to: ToRecipient,
  others: (seat: MessageSeat) => readonly MessageSeat[] = () => [],
): MessageRecipient[] =>
  seats.flatMap((seat) =>
    seat.participant
      ? [to('participant', `booking ${seat.id}`, seat.participant, [seat, ...others(seat)], seat.id)]
      : [],
  )

/** @param seats those that the message is about, in any role */
export function recipientsOf(
  roles: readonly Role[],
  date: MessageDate,
  seats: readonly MessageSeat[],
  language: Language,
): MessageRecipient[] {
  const to = recipientFor(date, language)
  const told = seats.map(asEntered)
  const orders = ordersToTell(roles, told)
  /** An orderer who takes part is told of the other seats, too, in one message. */
  const othersOf = (seat: MessageSeat): MessageSeat[] =>
    isOwnSeat(seat)
      ? told.filter(
          (one) =>
            one !== seat &&
            one.orderId === seat.orderId &&
            one.orderer?.id === seat.orderer?.id &&
            !isOwnSeat(one) &&
            (roles.some(isOrderer) || isToldToOrderer(one)),
        )
      : []
  const toldToOrderer = new Set(
    [...orders.flatMap(([, own]) => own), ...told.flatMap(othersOf)].filter(isToldToOrderer),
  )
  const others = told.filter((seat) => !toldToOrderer.has(seat))
  const byRole: Record<Role, readonly MessageRecipient[]> = {
    participant: participantsOf(others, to, othersOf),
    orderer: orders.map(([orderId, own]) => to('orderer', `order ${orderId}`, own[0]!.orderer!, own)),
    trainer: date.trainers.map((one) => to('trainer', trainerKey(one.trainerId), one)),
    location: date.locations.map(({ id, name, email }) =>
      to('location', `location ${id}`, { ...nobody, id, lastName: '', company: name, email }),
    ),
    staff: date.staff.map((one) => to('staff', `staff ${one.email || one.lastName}`, one)),
  }
  // The orderer is also told of participants without an address.
  return allRoles.flatMap((role) => (roles.includes(role) || isOrderer(role) ? byRole[role] : []))
}

/** The key of a trainer among the recipients of a date. */
export const trainerKey = (trainerId: number): string => `trainer ${trainerId}`

/** Those whose seats have somebody else now. The orderer is told of the new participant. */
export const formerRecipientsOf = (
  roles: readonly Role[],
  date: MessageDate,
  seats: readonly MessageSeat[],
  language: Language,
): MessageRecipient[] =>
  roles.some(isParticipant)
    ? participantsOf(seats, recipientFor(date, language)).map((one) => ({ ...one, seats: [] }))
    : []

const nobody: Addressee = {
  id: 0,
  salutation: '',
  title: '',
  firstName: '',
  lastName: '',
  company: '',
  email: '',
  language: '',
}

const isOwnSeat = ({ orderId, participant, orderer }: MessageSeat): boolean =>
  orderId > 0 && participant !== null && participant.id === orderer?.id

/** Whether only who ordered can be told of the participant's seat: nobody is named yet, or there is no address. */
const isToldToOrderer = ({ participant, orderer }: MessageSeat): boolean =>
  participant === null || (participant.email === '' && orderer !== null && orderer.email !== '')

/** The orderer, unless told as a participant. */
function ordersToTell(
  roles: readonly Role[],
  seats: readonly MessageSeat[],
): [orderId: number, seats: MessageSeat[]][] {
  const byOrder = Map.groupBy(
    seats.filter(({ orderId, orderer }) => orderId > 0 && orderer !== null),
    ({ orderId }) => orderId,
  )
  return [...byOrder].filter(([, own]) => {
    const ordererId = own[0]!.orderer!.id
    if (roles.some(isParticipant) && own.some(({ participant }) => participant?.id === ordererId))
      return false
    return roles.some(isOrderer) || (roles.some(isParticipant) && own.some(isToldToOrderer))
  })
}

/** As a list shows them. */
export const nameOf = ({ title, firstName, lastName, company }: Addressee): string =>
  [title, firstName, lastName].filter(Boolean).join(' ') || company
