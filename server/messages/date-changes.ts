// The changes of a date that concern its participants: whether it takes place, days, hours, place, room, trainers, online room.
import { messageFilters } from '../mail/message-filters.ts'
import type { Language } from '../platform/ground/language.ts'
import type { ImmediateCause } from './causes.ts'
import type { MessageDate } from './values.sql.ts'

/** The changed sides of a date as they were, kept with a message. */
export type DateBefore = {
  /** Left out in messages of earlier versions. */
  goesAhead?: boolean
  start: string
  end: string
  startTime: string
  endTime: string
  days: MessageDate['days']
  rooms: string[]
  onlineLink: string
  place: string
  trainers: string
}

const placeOf = ({ locations }: MessageDate): string =>
  locations.map(({ name, city }) => [name, city].filter(Boolean).join(', ')).join('; ')
const trainersOf = ({ trainers }: MessageDate): string => trainers.map(({ name }) => name).join(', ')

export const beforeOf = (date: MessageDate): DateBefore => ({
  goesAhead: date.goesAhead,
  start: date.start,
  end: date.end,
  startTime: date.startTime,
  endTime: date.endTime,
  days: date.days,
  rooms: date.rooms,
  onlineLink: date.onlineLink,
  place: placeOf(date),
  trainers: trainersOf(date),
})

export type Side = 'takesPlace' | 'period' | 'hours' | 'place' | 'room' | 'onlineLink' | 'trainers'
export type DateChange = { side: Side; before: DateBefore; after: DateBefore }

const period = ({ start, end, days }: DateBefore) =>
  [start, end, ...days.flatMap(({ day, lastDay }) => [day, lastDay])].join()
const hours = ({ startTime, endTime, days }: DateBefore) =>
  days.length > 0 ? days.map((one) => `${one.startTime} ${one.endTime}`).join() : `${startTime} ${endTime}`

const sides: Record<Side, (date: DateBefore) => string> = {
  takesPlace: ({ goesAhead = true }) => (goesAhead ? 'yes' : 'no'),
  period,
  hours,
  place: ({ place }) => place,
  room: ({ rooms }) => rooms.join(', '),
  onlineLink: ({ onlineLink }) => onlineLink,
  trainers: ({ trainers }) => trainers,
}

/** The sides that differ. */
export function changesBetween(before: DateBefore, date: MessageDate): DateChange[] {
  const after = beforeOf(date)
  return (Object.keys(sides) as Side[])
    .filter((side) => sides[side](before) !== sides[side](after))
    .map((side) => ({ side, before, after }))
}

/** The cause of a message about a changed date; undefined: none. */
export function causeOfChange(before: MessageDate, after: MessageDate): ImmediateCause | undefined {
  if (before.goesAhead && !after.goesAhead) return 'date_cancelled'
  if (!after.goesAhead) return undefined
  const changed = changesBetween(beforeOf(before), after).map(({ side }) => side)
  if (changed.includes('period')) return 'moved'
  return changed.length > 0 ? 'changed' : undefined
}

const names: Record<Language, Record<Side, string>> = {
  de: {
    takesPlace: 'Findet statt',
    period: 'Tage',
    hours: 'Uhrzeit',
    place: 'Ort',
    room: 'Raum',
    onlineLink: 'Onlineraum',
    trainers: 'Trainer',
  },
  en: {
    takesPlace: 'Takes place',
    period: 'Days',
    hours: 'Hours',
    place: 'Place',
    room: 'Room',
    onlineLink: 'Online room',
    trainers: 'Trainer',
  },
}

function periodText({ start, end }: DateBefore, language: Language): string {
  const { day } = messageFilters(language)
  const shown = (value: string) => String((day as (value: string) => unknown)(value))
  return start === end || end === '' ? shown(start) : `${shown(start)} – ${shown(end)}`
}

const hoursText = (date: DateBefore): string => {
  const all = date.days.length > 0 ? date.days : [date]
  return [
    ...new Set(all.map(({ startTime, endTime }) => [startTime, endTime].filter(Boolean).join('–'))),
  ].join(', ')
}

const yesNo: Record<Language, Record<'yes' | 'no', string>> = {
  de: { yes: 'ja', no: 'nein' },
  en: { yes: 'yes', no: 'no' },
}

const textOf = (side: Side, date: DateBefore, language: Language): string => {
  if (side === 'period') return periodText(date, language)
  if (side === 'takesPlace') return yesNo[language][date.goesAhead === false ? 'no' : 'yes']
  return side === 'hours' ? hoursText(date) : sides[side](date)
}

/** The entries of the placeholder `changes`. */
export const changeTexts = (changes: readonly DateChange[], language: Language) =>
  changes.map(({ side, before, after }) => ({
    what: names[language][side],
    before: textOf(side, before, language),
    after: textOf(side, after, language),
  }))
