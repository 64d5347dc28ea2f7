// Placeholders that stand for several lines, so that a text stays readable while it is edited.

import { seatPriceText } from '../documents/orders/order-sections.ts'
import type { OrderView } from '../documents/orders/order-view.ts'
import { messageFilters } from '../mail/message-filters.ts'
import type { Language } from '../platform/ground/language.ts'
import type { MessageDate, MessageSeat } from './values.sql.ts'

const words = {
  de: {
    room: 'Raum',
    online: 'Onlineraum',
    hour: ' Uhr',
    unnamed: 'Name folgt',
    food: 'Verpflegung',
    access: 'Barrierefreiheit',
    before: 'bisher',
  },
  en: {
    room: 'Room',
    online: 'Online room',
    hour: '',
    unnamed: 'named later',
    food: 'Food',
    access: 'Accessibility',
    before: 'before',
  },
} as const

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Title, days with their hours, place, room, online room. */
export function dateDetails(date: MessageDate, language: Language): string {
  const { day } = messageFilters(language)
  const { room, online, hour } = words[language]
  const shown = (value: string) => String((day as (value: string) => unknown)(value))
  const days = date.days.map((one) => {
    const hours = [one.startTime, one.endTime].filter(Boolean).join('–')
    const period = one.lastDay === one.day ? shown(one.day) : `${shown(one.day)} – ${shown(one.lastDay)}`
    return hours ? `${period}, ${hours}${hour}` : period
  })
  const places = date.locations.map(({ name, address }) => [name, address].filter(Boolean).join(', '))
  return [
    date.title,
    ...days,
    ...places,
    ...(date.rooms.length > 0 ? [`${room}: ${date.rooms.join(', ')}`] : []),
    ...(date.isOnline && date.onlineLink ? [`${online}: ${date.onlineLink}`] : []),
  ].join('\n')
}

const nameOf = ({ participant }: MessageSeat, language: Language): string =>
  [participant?.firstName, participant?.lastName].filter(Boolean).join(' ') || words[language].unnamed

/** @param order shows the prices of the seats; undefined: the recipient has not ordered them */
export function seatList(
  seats: readonly MessageSeat[],
  language: Language,
  order: OrderView | undefined,
): string {
  const ordered = new Map((order?.seats ?? []).map((seat) => [seat.id, seat]))
  return list(
    seats.map((seat) => {
      const shown = ordered.get(seat.id)
      return [nameOf(seat, language), shown && seatPriceText(shown, language)].filter(Boolean).join(', ')
    }),
  )
}

export const participantList = (seats: readonly MessageSeat[], language: Language): string =>
  list(seats.map((seat) => [nameOf(seat, language), seat.participant?.company].filter(Boolean).join(', ')))

/** The preparations of the house, without names. */
export function needsList(seats: readonly MessageSeat[], language: Language): string {
  const { food, access } = words[language]
  return list(
    seats.flatMap(({ dietaryNotes, accessibilityNotes }) => [
      ...(dietaryNotes ? [`${food}: ${dietaryNotes}`] : []),
      ...(accessibilityNotes ? [`${access}: ${accessibilityNotes}`] : []),
    ]),
  )
}

export const changeList = (
  changes: readonly { what: string; before: string; after: string }[],
  language: Language,
): string =>
  changes
    .map(({ what, before, after }) => `${what}: ${after} (${words[language].before}: ${before || '–'})`)
    .join('\n')
