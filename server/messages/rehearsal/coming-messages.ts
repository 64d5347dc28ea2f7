// The messages of a date that rules will send, and their missing data.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { Count, record } from '../../platform/ground/schema.ts'
import { causes, type DateNeed, isTimed, type TimedCause, timedCauses } from '../causes.ts'
import { dueAt, isTooLate, replaces, seatsOfTimed, timedCauseKey } from '../plan-messages-job.ts'
import { noText } from '../planned-message.ts'
import { type MessageRecipient, nameOf, recipientsOf } from '../recipients.ts'
import { isParticipant } from '../roles.ts'
import type { Rule } from '../rules/rules.ts'
import { type Templates, textOf } from '../templates/templates.ts'
import type { MessageDate, MessageSeat, MessageSettings } from '../values.sql.ts'

const datePlaces = ['room', 'place', 'onlineLink', 'hours', 'trainer', 'text', 'nobody'] as const
const personLacks = ['address', 'salutation'] as const
type DateLack = (typeof datePlaces)[number]
type PersonLack = (typeof personLacks)[number]

export const timedCause = Type.Unsafe<TimedCause>(Type.Enum([...timedCauses]))

export const ComingMessage = record({
  cause: timedCause,
  offsetDays: Type.Integer(),
  dueAt: Type.String(),
  recipientCount: Count,
  /** How many of the recipients have been told already. */
  toldCount: Count,
  /** Missing data of the date or the template. */
  lacks: Type.Array(Type.Unsafe<DateLack>(Type.Enum([...datePlaces]))),
  /** Recipients who lack something. */
  people: Type.Array(
    record({
      name: Type.String(),
      contactId: Type.Integer(),
      lack: Type.Unsafe<PersonLack>(Type.Enum([...personLacks])),
    }),
  ),
  /** The error of the text; '': none. */
  error: Type.String(),
})
export type ComingMessage = Static<typeof ComingMessage>

export const isTimedRule = (rule: Rule): rule is Rule & { cause: TimedCause } => isTimed(rule.cause)

const lacks: Record<DateNeed, (date: MessageDate) => DateLack[]> = {
  place: (date) => [
    ...(date.isOnsite && date.locations.length === 0 ? (['place'] as const) : []),
    ...(date.isOnsite && date.locations.length > 0 && date.rooms.length === 0 ? (['room'] as const) : []),
    ...(date.isOnline && date.onlineLink === '' ? (['onlineLink'] as const) : []),
    ...(date.days.some(({ startTime }) => startTime === '') ? (['hours'] as const) : []),
  ],
  trainer: (date) => (date.trainers.length === 0 ? ['trainer'] : []),
}

const personLack = ({ addressee, role }: MessageRecipient): PersonLack | undefined => {
  if (addressee.email === '') return 'address'
  return addressee.salutation === '' && isParticipant(role) ? 'salutation' : undefined
}

type Rehearsing = {
  date: MessageDate
  rules: readonly Rule[]
  seats: readonly MessageSeat[]
  toldKeys: ReadonlySet<string>
  templates: Templates
  settings: MessageSettings
  timeZone: string
  /** YYYY-MM-DD */
  today: string
}

/** Rules of one cause that are due at the same time are one message, each with its recipients. */
export function comingMessages({
  date,
  rules,
  seats,
  toldKeys,
  templates,
  settings,
  timeZone,
  today,
}: Rehearsing): ComingMessage[] {
  const enabled = rules.filter((rule) => rule.isEnabled).filter(isTimedRule)
  const byTime = Map.groupBy(enabled, ({ cause, offsetDays }) => `${cause} ${offsetDays}`)
  return [...byTime.values()].flatMap((together): ComingMessage[] => {
    const [rule] = together
    const due = dueAt(rule!, date, settings, timeZone)
    if (!due || isTooLate(rule!, date, today)) return []
    const { cause, offsetDays } = rule!
    const own = seatsOfTimed(cause, seats)
    const recipients = together.flatMap((one) => recipientsOf(one.recipients, date, own, settings.language))
    const causeKeys = [rule!, ...enabled.filter((one) => replaces(one, rule!))].map((one) =>
      timedCauseKey(one, date),
    )
    const isText = together.every(({ templateId }) =>
      textOf({ cause, templateId, text: noText }, templates, settings.language),
    )
    return [
      {
        cause,
        offsetDays,
        dueAt: due.toISOString(),
        recipientCount: recipients.length,
        toldCount: recipients.filter(({ key }) => causeKeys.some((one) => toldKeys.has(`${one} ${key}`)))
          .length,
        lacks: [
          ...causes[cause].needs.flatMap((need) => lacks[need](date)),
          ...(isText ? [] : (['text'] as const)),
          ...(recipients.length === 0 ? (['nobody'] as const) : []),
        ],
        people: recipients.flatMap((recipient) => {
          const lack = personLack(recipient)
          return lack ? [{ name: nameOf(recipient.addressee), contactId: recipient.addressee.id, lack }] : []
        }),
        error: '',
      },
    ]
  })
}

export async function sentKeysOf(reader: Reader, dateIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select o.cause_key as key from outbox_mail o where o.date_id = any(${dateIds}::int[]) and o.cause_key is not null`.execute(
    reader,
  )
  return new Set(rows.map(({ key }) => key))
}
