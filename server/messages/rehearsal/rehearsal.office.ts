// The rehearsal of a date: its coming messages for its real participants, and their missing data.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { takesSeat } from '../../bookings/booking-statuses.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readSender, renderDelivery } from '../compose-messages.ts'
import type { Sender } from '../delivery.ts'
import { seatsOfTimed } from '../plan-messages-job.ts'
import { noText } from '../planned-message.ts'
import { nameOf, recipientsOf } from '../recipients.ts'
import { hasSeats, type Role, roles } from '../roles.ts'
import { type Rule, rulesOfDates } from '../rules/rules.ts'
import { loadTemplates, type Templates, textOf } from '../templates/templates.ts'
import {
  loadMessageDates,
  loadMessageSeats,
  type MessageDate,
  type MessageSeat,
  type MessageSettings,
  readMessageSettings,
} from '../values.sql.ts'
import { withOrder } from '../with-order.ts'
import { ComingMessage, comingMessages, isTimedRule, sentKeysOf, timedCause } from './coming-messages.ts'

const rulesAt = (
  rules: readonly Rule[],
  { cause, offsetDays }: Pick<ComingMessage, 'cause' | 'offsetDays'>,
) => rules.filter((one) => one.cause === cause && one.offsetDays === offsetDays)

const rehearse = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/rehearsal',
  right: 'booking:access',
  params: Type.Object({ dateId: Id }),
  response: Type.Array(ComingMessage),
  handle: async ({ db, params: { dateId }, settings, today, now }) => {
    const date = (await loadMessageDates(db, [dateId])).get(dateId)
    if (!date) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    const [rules, seats, toldKeys, templates, own, sender] = await Promise.all([
      rulesOfDates(db, [dateId]),
      loadMessageSeats(db, { dateIds: [dateId] }),
      sentKeysOf(db, [dateId]),
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
      today,
    })
    // Each text is filled in for each recipient, so that nothing is found out only when it is sent.
    const rendering = { templates, settings: own, sender, now }
    return Promise.all(
      coming.map(async (message) => {
        const texts = await Promise.all(
          rulesAt(held, message).map((rule) => renderAll(db, rule, date, seats, rendering)),
        )
        return { ...message, error: texts.flat().find(({ error }) => error !== '')?.error ?? '' }
      }),
    )
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

type Rendering = { templates: Templates; settings: MessageSettings; sender: Sender; now: Date }

async function renderAll(
  reader: Reader,
  rule: Rule,
  date: MessageDate,
  seats: readonly MessageSeat[],
  { templates, settings, sender, now }: Rendering,
): Promise<Static<typeof RehearsedMessage>[]> {
  const taken = seats.filter(takesSeat)
  const own = isTimedRule(rule) ? seatsOfTimed(rule.cause, seats) : []
  const message = { cause: rule.cause, templateId: rule.templateId, text: noText }
  const all = recipientsOf(rule.recipients, date, own, settings.language).map(async (recipient) => {
    const { addressee, role, language } = recipient
    const delivery = {
      role,
      addressee,
      language,
      date,
      seats: recipient.seats,
      participants: hasSeats(role) ? [] : taken,
      causes: [rule.cause],
    }
    const text = textOf(message, templates, language)
    const shown = await withOrder(reader, text, delivery, { now, timeZone: sender.timeZone })
    const rendered = renderDelivery(message, shown, templates, sender)
    const to = { name: nameOf(addressee), email: addressee.email, role }
    return typeof rendered === 'string'
      ? { ...to, subject: '', body: '', isHtml: false, error: rendered }
      : { ...to, ...rendered, error: '' }
  })
  return Promise.all(all)
}

/** A coming message as each of its recipients will get it. */
const rehearseTexts = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/rehearsed-messages',
  right: 'booking:access',
  params: Type.Object({ dateId: Id }),
  query: Type.Object({ cause: timedCause, offsetDays: Type.Integer({ minimum: -365, maximum: 365 }) }),
  response: Type.Array(RehearsedMessage),
  handle: async ({ db, params: { dateId }, query, settings, now }) => {
    const date = (await loadMessageDates(db, [dateId])).get(dateId)
    if (!date) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    const rules = (await rulesOfDates(db, [dateId])).get(dateId)!
    const [seats, templates, own, sender] = await Promise.all([
      loadMessageSeats(db, { dateIds: [dateId] }),
      loadTemplates(db),
      readMessageSettings(db),
      readSender(db, settings),
    ])
    const rendering = { templates, settings: own, sender, now }
    const texts = rulesAt(rules, query).map((rule) => renderAll(db, rule, date, seats, rendering))
    return (await Promise.all(texts)).flat()
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
    loadMessageDates(reader, ids),
    rulesOfDates(reader, ids),
    loadMessageSeats(reader, { dateIds: ids }),
    sentKeysOf(reader, ids),
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
      today,
    })
      .filter(({ toldCount, recipientCount }) => toldCount < recipientCount || recipientCount === 0)
      .filter(({ lacks, people }) => lacks.length > 0 || people.some(({ lack }) => lack === 'address'))
      .map((message) => ({ dateId: id, title: date.title, startDate: date.start, ...message }))
  })
}

const atRisk = officeEndpoint({
  method: 'GET',
  path: '/messages/at-risk',
  right: 'booking:access',
  response: Type.Array(MessageAtRisk),
  handle: ({ db, today, settings }) => findMessagesAtRisk(db, today, settings),
})

export const rehearsalOffice = [rehearse, rehearseTexts, atRisk]
