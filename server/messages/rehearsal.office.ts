// The rehearsal of a date: its coming messages for its real participants, and what they lack.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { type Cause, type Role, roles, type TimedCause, timedCauses } from '../mail/causes.ts'
import type { Reader } from '../platform/database/database.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { Count, Id, record } from '../platform/http/schema.ts'
import type { Settings } from '../platform/runtime/settings.ts'
import { readSender, renderDelivery } from './compose-messages.ts'
import { dueAt, seatsOfTimed, timedCauseKey } from './plan-messages-job.ts'
import { type MessageRecipient, nameOf, recipientsOf } from './recipients.ts'
import { type Rule, rulesOfDates } from './rules.ts'
import { noText } from './tell.ts'
import { loadTemplates, type Templates, textOf } from './templates/templates.ts'
import {
  type DateFacts,
  loadDateFacts,
  loadSeats,
  type MessageSettings,
  readMessageSettings,
  type Seat,
} from './values.sql.ts'

const datePlaces = ['room', 'place', 'onlineLink', 'hours', 'trainer', 'text', 'nobody'] as const
const personLacks = ['address', 'salutation'] as const
type DateLack = (typeof datePlaces)[number]
type PersonLack = (typeof personLacks)[number]

const timedCause = Type.Unsafe<TimedCause>(Type.Enum([...timedCauses]))

const ComingMessage = record({
  cause: timedCause,
  offsetDays: Type.Integer(),
  dueAt: Type.String(),
  recipientCount: Count,
  /** How many of the recipients have been told already. */
  toldCount: Count,
  /** What the date or the template lacks. */
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
type ComingMessage = Static<typeof ComingMessage>

const isTimed = (rule: Rule): rule is Rule & { cause: TimedCause } =>
  (timedCauses as readonly string[]).includes(rule.cause)

/** Thanks need neither place nor hours. */
const needsPlace = (cause: Cause): boolean => cause !== 'thanks'

function lacksOf(cause: TimedCause, date: DateFacts): DateLack[] {
  if (!needsPlace(cause)) return []
  return [
    ...(date.isOnsite && date.locations.length === 0 ? (['place'] as const) : []),
    ...(date.isOnsite && date.locations.length > 0 && date.rooms.length === 0 ? (['room'] as const) : []),
    ...(date.isOnline && date.onlineLink === '' ? (['onlineLink'] as const) : []),
    ...(date.days.some(({ startTime }) => startTime === '') ? (['hours'] as const) : []),
    ...(cause === 'joining_instructions' && date.trainers.length === 0 ? (['trainer'] as const) : []),
  ]
}

const personLack = ({ addressee, role }: MessageRecipient): PersonLack | undefined => {
  if (addressee.email === '') return 'address'
  return addressee.salutation === '' && role === 'participant' ? 'salutation' : undefined
}

type Rehearsing = {
  date: DateFacts
  rules: readonly Rule[]
  seats: readonly Seat[]
  toldKeys: ReadonlySet<string>
  templates: Templates
  settings: MessageSettings
  timeZone: string
}

function comingMessages({
  date,
  rules,
  seats,
  toldKeys,
  templates,
  settings,
  timeZone,
}: Rehearsing): ComingMessage[] {
  return rules.flatMap((rule): ComingMessage[] => {
    if (!isTimed(rule) || !rule.isEnabled) return []
    const due = dueAt(rule, date, settings, timeZone)
    if (!due) return []
    const recipients = recipientsOf(
      rule.recipients,
      date,
      seatsOfTimed(rule.cause, [...seats]),
      settings.language,
    )
    const causeKey = timedCauseKey(rule, date)
    const isText = textOf(
      { cause: rule.cause, templateId: rule.templateId, text: noText },
      templates,
      settings.language,
    )
    return [
      {
        cause: rule.cause,
        offsetDays: rule.offsetDays,
        dueAt: due.toISOString(),
        recipientCount: recipients.length,
        toldCount: recipients.filter(({ key }) => toldKeys.has(`${causeKey} ${key}`)).length,
        lacks: [
          ...lacksOf(rule.cause, date),
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

async function toldKeysOf(reader: Reader, dateIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select o.cause_key as key from outbox_mail o where o.date_id = any(${dateIds}::int[]) and o.cause_key is not null`.execute(
    reader,
  )
  return new Set(rows.map(({ key }) => key))
}

const rehearse = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/rehearsal',
  right: '090300:access',
  params: Type.Object({ dateId: Id }),
  response: Type.Array(ComingMessage),
  handle: async ({ db, params: { dateId }, settings }) => {
    const date = (await loadDateFacts(db, [dateId])).get(dateId)
    if (!date) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    const [rules, seats, toldKeys, templates, own, sender] = await Promise.all([
      rulesOfDates(db, [dateId]),
      loadSeats(db, { dateIds: [dateId] }),
      toldKeysOf(db, [dateId]),
      loadTemplates(db),
      readMessageSettings(db),
      readSender(db, settings),
    ])
    const held = rules.get(dateId)!
    const coming = comingMessages({
      date,
      rules: held,
      seats,
      toldKeys,
      templates,
      settings: own,
      timeZone: settings.timeZone,
    })
    // Each text is filled in for each recipient, so that nothing is found out only when it is sent.
    return coming.map((message) => {
      const rule = held.find((one) => one.cause === message.cause && one.offsetDays === message.offsetDays)!
      const texts = renderAll(rule, date, seats, templates, own, sender)
      return { ...message, error: texts.find(({ error }) => error !== '')?.error ?? '' }
    })
  },
})

const RehearsedMessage = record({
  name: Type.String(),
  email: Type.String(),
  role: Type.Unsafe<Role>(Type.Enum([...roles])),
  subject: Type.String(),
  body: Type.String(),
  isHtml: Type.Boolean(),
  error: Type.String(),
})

function renderAll(
  rule: Rule,
  date: DateFacts,
  seats: readonly Seat[],
  templates: Templates,
  settings: MessageSettings,
  sender: Awaited<ReturnType<typeof readSender>>,
): Static<typeof RehearsedMessage>[] {
  const taken = seats.filter(({ countsAs }) => countsAs === 'booked' || countsAs === 'reserved')
  const own = isTimed(rule) ? seatsOfTimed(rule.cause, [...seats]) : []
  return recipientsOf(rule.recipients, date, own, settings.language).map((recipient) => {
    const { addressee, role, language } = recipient
    const rendered = renderDelivery(
      { cause: rule.cause, templateId: rule.templateId, text: noText },
      {
        role,
        addressee,
        language,
        date,
        seats: recipient.seats,
        participants: role === 'participant' || role === 'orderer' ? [] : taken,
        causes: [rule.cause],
      },
      templates,
      sender,
    )
    const to = { name: nameOf(addressee), email: addressee.email, role }
    return typeof rendered === 'string'
      ? { ...to, subject: '', body: '', isHtml: false, error: rendered }
      : { ...to, ...rendered, error: '' }
  })
}

/** A coming message as each of its recipients will get it. */
const rehearseTexts = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/rehearsed-messages',
  right: '090300:access',
  params: Type.Object({ dateId: Id }),
  query: Type.Object({ cause: timedCause, offsetDays: Type.Integer({ minimum: -365, maximum: 365 }) }),
  response: Type.Array(RehearsedMessage),
  handle: async ({ db, params: { dateId }, query, settings }) => {
    const date = (await loadDateFacts(db, [dateId])).get(dateId)
    if (!date) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    const rules = (await rulesOfDates(db, [dateId])).get(dateId)!
    const rule = rules.find((one) => one.cause === query.cause && one.offsetDays === query.offsetDays)
    if (!rule) return []
    const [seats, templates, own, sender] = await Promise.all([
      loadSeats(db, { dateIds: [dateId] }),
      loadTemplates(db),
      readMessageSettings(db),
      readSender(db, settings),
    ])
    return renderAll(rule, date, seats, templates, own, sender)
  },
})

/** How long before it is due a message that lacks something is shown on the start page. */
const riskDays = 28

const MessageAtRisk = record({
  dateId: Id,
  title: Type.String(),
  startDate: Type.String(),
  ...ComingMessage.properties,
})

export async function findMessagesAtRisk(
  reader: Reader,
  today: string,
  settings: Settings,
): Promise<Static<typeof MessageAtRisk>[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from event_date d left join date_status s on s.status = d.status
    where coalesce(s.goes_ahead, true) and d.start_date between ${today}::date and ${today}::date + ${riskDays}::int and d.booked_count > 0
    order by d.start_date, d.id limit 200`.execute(reader)
  const ids = rows.map(({ id }) => id)
  const [dates, rules, seats, toldKeys, templates, own] = await Promise.all([
    loadDateFacts(reader, ids),
    rulesOfDates(reader, ids),
    loadSeats(reader, { dateIds: ids }),
    toldKeysOf(reader, ids),
    loadTemplates(reader),
    readMessageSettings(reader),
  ])
  const seatsOf = Map.groupBy(seats, ({ dateId }) => dateId)
  return ids.flatMap((id) => {
    const date = dates.get(id)!
    return comingMessages({
      date,
      rules: rules.get(id)!,
      seats: seatsOf.get(id) ?? [],
      toldKeys,
      templates,
      settings: own,
      timeZone: settings.timeZone,
    })
      .filter(({ toldCount, recipientCount }) => toldCount < recipientCount || recipientCount === 0)
      .filter(({ lacks, people }) => lacks.length > 0 || people.some(({ lack }) => lack === 'address'))
      .map((message) => ({ dateId: id, title: date.title, startDate: date.start, ...message }))
  })
}

const atRisk = officeEndpoint({
  method: 'GET',
  path: '/messages/at-risk',
  right: '090300:access',
  response: Type.Array(MessageAtRisk),
  handle: ({ db, today, settings }) => findMessagesAtRisk(db, today, settings),
})

export const rehearsalOffice = [rehearse, rehearseTexts, atRisk]
