// Messages in the back office: their state, calling back, and those that staff write.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { assertRights, type Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { messageRights, type Right } from '../platform/ground/rights.ts'
import { Id, LongText, record, ShortText } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { readSender, renderDelivery } from './compose-messages.ts'
import { messageErrors } from './message.errors.ts'
import { ListedDelivery, loadDeliveries, loadMessages, Message } from './messages.sql.ts'
import type { PlannedMessage } from './planned-message.ts'
import { type MessageRecipient, recipientLanguage } from './recipients.ts'
import { ShownRecipient, showRecipients } from './shown-recipients.ts'
import { cleanTexts, textsErrors } from './templates/templates.office.ts'
import { loadTemplates, textOf } from './templates/templates.ts'
import {
  loadAddressees,
  loadMessageDates,
  loadMessageSeats,
  type MessageSettings,
  readMessageSettings,
} from './values.sql.ts'
import { withOrder } from './with-order.ts'
import { writeMessage } from './write-message.ts'

const readRight = 'booking:access'
const messageParams = Type.Object({ messageId: Id })

const listOfDate = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/messages',
  right: readRight,
  params: Type.Object({ dateId: Id }),
  response: Type.Array(Message),
  handle: ({ db, params }) => loadMessages(db, params),
})

/** Those of the user that can still be called back. */
const listWaiting = officeEndpoint({
  method: 'GET',
  path: '/messages/waiting',
  right: readRight,
  response: Type.Array(Message),
  handle: ({ db, principal, now }) => loadMessages(db, { waitingOf: principal.userId ?? 0, now }),
})

const deliveriesOf = <const P extends string, const N extends string>(
  path: P,
  name: N,
  right: Right = readRight,
) =>
  officeEndpoint({
    method: 'GET',
    path,
    right,
    params: Type.Object({ [name]: Id } as Record<N, typeof Id>),
    response: Type.Array(ListedDelivery),
    handle: ({ db, params }) => loadDeliveries(db, params),
  })

const callBack = officeEndpoint({
  method: 'POST',
  path: '/messages/{messageId}/call-back',
  right: messageRights,
  params: messageParams,
  response: Type.Array(Message),
  handle: async ({ tx, params: { messageId }, now }) => {
    const [message] = await loadMessages(tx, { id: messageId })
    if (!message) throw notFound(generalErrors.notFound({ kind: 'message', id: messageId }))
    // The sender's claim locks its rows, too: mails that it is sending stay.
    const { numAffectedRows } = await sql`
      update outbox_mail set called_back_at = ${now} where message_id = ${messageId} and sent_at is null and failed_at is null
        and called_back_at is null and not (is_claimed and next_attempt_at > now())`.execute(tx)
    if (numAffectedRows === 0n) throw conflict(messageErrors.nothingWaits())
    await tx.updateTable('message').set({ called_back_at: now }).where('id', '=', messageId).execute()
    return loadMessages(tx, { id: messageId })
  },
})

const recipientFields = {
  bookingIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  contactIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
}
const NewMessage = record({
  dateId: Type.Optional(Id),
  ...recipientFields,
  /** Where the text comes from; its texts may have been changed. */
  templateId: Type.Optional(Id),
  subject: ShortText,
  body: LongText,
  subjectEn: ShortText,
  bodyEn: LongText,
  hasCalendar: Type.Optional(Type.Boolean()),
  fileRights: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
})
type NewMessage = Static<typeof NewMessage>

/** @throws Failure 403 if the request names contacts, and its user may not see them */
function assertMayNameContacts(principal: Principal, { contactIds = [] }: { contactIds?: number[] }): void {
  if (contactIds.length > 0) assertRights(principal, ['090300:access'])
}

async function recipientsOfMessage(
  reader: Reader,
  { bookingIds = [], contactIds = [] }: Pick<NewMessage, keyof typeof recipientFields>,
  settings: MessageSettings,
): Promise<{ recipients: MessageRecipient[]; dateIds: number[] }> {
  const seats = await loadMessageSeats(reader, { ids: bookingIds })
  const dates = await loadMessageDates(reader, [...new Set(seats.map(({ dateId }) => dateId))])
  const people = await loadAddressees(reader, contactIds)
  const toSeat = seats.flatMap((seat): MessageRecipient[] => {
    // A participant who is not named yet is told through the orderer.
    const addressee = seat.participant ?? seat.orderer
    if (!addressee) return []
    return [
      {
        role: seat.participant ? 'participant' : 'orderer',
        key: `booking ${seat.id}`,
        addressee,
        language: recipientLanguage(addressee, dates.get(seat.dateId), settings.language),
        seats: [seat],
        bookingId: seat.id,
      },
    ]
  })
  const toContact = [...people.values()].map(
    (addressee): MessageRecipient => ({
      role: 'participant',
      key: `contact ${addressee.id}`,
      addressee,
      language: recipientLanguage(addressee, undefined, settings.language),
      seats: [],
      bookingId: 0,
    }),
  )
  return { recipients: [...toSeat, ...toContact], dateIds: [...dates.keys()] }
}

/** @throws Failure 400 */
async function planManual(
  reader: Reader,
  body: NewMessage,
): Promise<{ planned: PlannedMessage; settings: MessageSettings }> {
  const errors = textsErrors(body)
  if (errors.length > 0) throw badRequest(errors)
  const settings = await readMessageSettings(reader)
  const { recipients, dateIds } = await recipientsOfMessage(reader, body, settings)
  if (recipients.length === 0) throw badRequest([{ field: 'bookingIds', ...messageErrors.nobody() }])
  const templates = await loadTemplates(reader)
  if (body.templateId !== undefined && !templates.byId.has(body.templateId))
    throw badRequest([{ field: 'templateId', ...generalErrors.unknownReference() }])
  if (body.body === '' && body.bodyEn === '' && body.templateId === undefined)
    throw badRequest([{ field: 'body', ...messageErrors.noText() }])
  const dateId = body.dateId ?? (dateIds.length === 1 ? dateIds[0]! : 0)
  const date = (await loadMessageDates(reader, [dateId])).get(dateId)
  if (body.dateId !== undefined && !date)
    throw badRequest([{ field: 'dateId', ...generalErrors.unknownReference() }])
  return {
    settings,
    planned: {
      cause: 'manual',
      date,
      recipients,
      templateId: body.templateId ?? 0,
      hasCalendar: body.hasCalendar ?? false,
      fileRights: body.fileRights ?? [],
      documentKinds: [],
    },
  }
}

const textOfBody = ({ subject, body, subjectEn, bodyEn }: NewMessage) =>
  cleanTexts({ subject, body, subjectEn, bodyEn })

const minuteMs = 60_000

async function writeManual(tx: Tx, body: NewMessage, principal: Principal, now: Date): Promise<number> {
  const { planned, settings } = await planManual(tx, body)
  return writeMessage(tx, planned, {
    now,
    sendAt: new Date(now.getTime() + settings.delayMinutes * minuteMs),
    userId: principal.userId,
    text: textOfBody(body),
  })
}

const writeOne = officeEndpoint({
  method: 'POST',
  path: '/messages',
  right: messageRights,
  body: NewMessage,
  response: Type.Array(Message),
  handle: async ({ tx, body, principal, now }) => {
    assertMayNameContacts(principal, body)
    return loadMessages(tx, { id: await writeManual(tx, body, principal, now) })
  },
})

const Rendered = record({
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  body: Type.String(),
  isHtml: Type.Boolean(),
  /** Why it cannot be sent; '': it can. */
  error: Type.String(),
})

async function renderManual(
  reader: Reader,
  body: NewMessage,
  { settings, now }: { settings: Settings; now: Date },
) {
  const { planned } = await planManual(reader, body)
  const [templates, sender] = [await loadTemplates(reader), await readSender(reader, settings)]
  const message = { cause: 'manual', templateId: planned.templateId, text: textOfBody(body) } as const
  const first = planned.recipients.slice(0, 1).map(async ({ addressee, language, role, seats }) => {
    const delivery = { role, addressee, language, date: planned.date, seats, participants: [], causes: [] }
    const text = textOf(message, templates, language)
    const { timeZone } = settings
    const shown = await withOrder(reader, text, delivery, { now, timeZone })
    const rendered = renderDelivery(message, shown, templates, sender)
    const name = [addressee.firstName, addressee.lastName].filter(Boolean).join(' ')
    return typeof rendered === 'string'
      ? { name, email: addressee.email, subject: '', body: '', isHtml: false, error: rendered }
      : { name, email: addressee.email, ...rendered, error: '' }
  })
  return Promise.all(first)
}

/** The message as its first recipient gets it. */
const previewOne = officeEndpoint({
  method: 'POST',
  path: '/messages/preview',
  isPreview: true,
  right: messageRights,
  body: NewMessage,
  response: Type.Array(Rendered),
  handle: async ({ tx, principal, body, settings, now }) => {
    assertMayNameContacts(principal, body)
    return renderManual(tx, body, { settings, now })
  },
})

/** The recipients of a message. */
const listRecipients = officeEndpoint({
  method: 'POST',
  path: '/messages/recipients-preview',
  isPreview: true,
  right: messageRights,
  body: record(recipientFields),
  response: Type.Array(ShownRecipient),
  handle: async ({ tx, principal, body }) => {
    assertMayNameContacts(principal, body)
    const { recipients } = await recipientsOfMessage(tx, body, await readMessageSettings(tx))
    return recipients.map(await showRecipients(tx, recipients, true))
  },
})

export const messagesOffice = [
  listOfDate,
  listWaiting,
  deliveriesOf('/messages/{messageId}/deliveries', 'messageId'),
  deliveriesOf('/bookings/{bookingId}/deliveries', 'bookingId'),
  deliveriesOf('/contacts/{contactId}/deliveries', 'contactId', '090300:access'),
  callBack,
  listRecipients,
  previewOne,
  writeOne,
]
