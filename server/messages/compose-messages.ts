// Composes the deliveries of messages when they are sent, from the records as they are then.
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { takesSeat } from '../bookings/booking-statuses.ts'
import { isOfVisitor } from '../bookings/orders/order-sources.ts'
import { toMailContent } from '../mail/compose.ts'
import type { MailAttachment, MailContent } from '../mail/content.ts'
import { mailErrors } from '../mail/mail.errors.ts'
import { loadMailClients, senderOf } from '../mail/mail-client.sql.ts'
import type { ClaimedMail } from '../mail/queue.sql.ts'
import type { Composer } from '../mail/sender.ts'
import { type FilledTemplate, renderTemplate } from '../mail/template.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Language } from '../platform/ground/language.ts'
import type { Instance } from '../platform/instance/instance.ts'
import {
  type AttachableDocument,
  attachedConfirmation,
  attachedDocuments,
  attachedTerms,
} from './attached-documents.ts'
import { type CalendarMail, invite } from './calendar/invitations.ts'
import { type Cause, causes, hasRules, isImmediate, type MessageCause } from './causes.ts'
import type { Delivery, Sender } from './delivery.ts'
import { withPersonalLinks } from './personal-links.ts'
import type { DeliveryData, MessageText } from './planned-message.ts'
import { nameOf } from './recipients.ts'
import { hasSeats, isLocation, isOrderer, isParticipant, isTrainer, type Role } from './roles.ts'
import { loadTemplates, type Templates, textOf } from './templates/templates.ts'
import {
  type Addressee,
  asEntered,
  loadAddressees,
  loadMessageDates,
  loadMessageSeats,
  type MessageDate,
  type MessageSeat,
  readMessageSettings,
} from './values.sql.ts'
import { messageValues } from './values.ts'
import { withOrder } from './with-order.ts'

type Row = {
  id: number
  dateId: number | null
  contactId: number | null
  bookingId: number | null
  role: Role
  recipient: string
  language: Language
  causes: Cause[]
  data: DeliveryData
  cause: MessageCause
  templateId: number
  text: MessageText
  hasCalendar: boolean
  fileRights: string[]
  documentKinds: AttachableDocument[]
}

const rowColumns = sql`o.id, o.date_id as "dateId", o.contact_id as "contactId", o.booking_id as "bookingId", o.role, o.recipient,
  o.language, o.causes, o.data, m.cause, coalesce(m.template_id, 0) as "templateId",
  json_build_object('subject', m.subject, 'body', m.body, 'subjectEn', m.subject_en, 'bodyEn', m.body_en) as text,
  m.has_calendar as "hasCalendar", m.file_rights as "fileRights", m.document_kinds as "documentKinds"`

const distinct = (ids: readonly (number | null | undefined)[]): number[] => [
  ...new Set(ids.flatMap((id) => id || [])),
]

/** The records that deliveries show. */
type Records = {
  dates: ReadonlyMap<number, MessageDate>
  seats: readonly MessageSeat[]
  people: ReadonlyMap<number, Addressee>
}

async function loadRecords(reader: Reader, rows: readonly Row[]): Promise<Records> {
  const forAll = rows.filter(({ role }) => !hasSeats(role))
  const [dates, seats, people] = await Promise.all([
    loadMessageDates(
      reader,
      distinct(
        rows.flatMap(({ dateId, data }) => [dateId, data.formerDateId, ...(data.furtherDateIds ?? [])]),
      ),
    ),
    loadMessageSeats(reader, {
      ids: distinct(rows.flatMap(({ data, bookingId }) => [bookingId, ...(data.bookingIds ?? [])])),
      dateIds: distinct(forAll.map(({ dateId }) => dateId)),
    }),
    loadAddressees(reader, distinct(rows.map(({ contactId }) => contactId))),
  ])
  return { dates, seats, people }
}

function deliveryOf(row: Row, { dates, seats, people }: Records): Delivery {
  const { data, role } = row
  const date = row.dateId === null ? undefined : dates.get(row.dateId)
  const former = dates.get(data.formerDateId ?? 0)
  const unknown = {
    id: 0,
    salutation: '',
    title: '',
    firstName: '',
    lastName: '',
    company: '',
    language: '' as const,
  }
  const ownIds = new Set(data.bookingIds ?? [])
  const own = seats
    .filter(({ id }) => ownIds.has(id))
    .toSorted((a, b) => Number(b.id === row.bookingId) - Number(a.id === row.bookingId))
  const told = hasSeats(role) ? own.map(asEntered) : own
  const person =
    told
      .flatMap(({ participant, orderer }) => [participant, orderer])
      .find((one) => one !== null && one.id === row.contactId) ?? people.get(row.contactId ?? 0)
  const addressee = { ...unknown, ...data.addressee, email: row.recipient, ...person }
  return {
    role,
    // A location is greeted without a name.
    addressee: isLocation(role) ? { ...addressee, lastName: '', company: nameOf(addressee) } : addressee,
    language: row.language || 'de',
    date,
    seats: told,
    participants: date ? seats.filter((seat) => seat.dateId === date.id && takesSeat(seat)) : [],
    causes: row.causes,
    ...(data.before && { before: data.before }),
    ...(former && { formerDate: { title: former.title, start: former.start } }),
  }
}

/** Whether what the message says is still true, at one of its dates; of seats that have left it, nothing is. */
const isStillTrue = ({ cause, data, dateId }: Row, { seats }: Delivery, { dates }: Records): boolean =>
  !data.bookingIds?.length ||
  [dateId, ...(data.furtherDateIds ?? [])].some((id) =>
    causes[cause].isTrue(
      seats.filter((seat) => id === null || seat.dateId === id),
      id === null ? undefined : dates.get(id),
    ),
  )

/** Those of an orderer's seats that the message is about. An orderer who takes part is told of several, too. */
const seatsToTell = ({ cause, role }: Row, { seats }: Delivery): readonly MessageSeat[] =>
  isOrderer(role) || seats.length > 1 ? seats.filter(causes[cause].isAbout) : seats

/** The order of a visitor that a message confirms to the orderer; 0: none. */
function orderToConfirm({ cause }: Row, { seats, addressee }: Delivery): number {
  const [seat] = seats
  const isConfirmation = isImmediate(cause) && causes[cause].booking === 'begins'
  if (!isConfirmation || !seat || !isOfVisitor(seat.orderSource)) return 0
  return seat.orderer?.id === addressee.id ? seat.orderId : 0
}

/** A rendered text. @returns a reason instead if there is none */
export function renderDelivery(
  message: Pick<Row, 'cause' | 'templateId' | 'text'>,
  delivery: Delivery,
  templates: Templates,
  sender: Sender,
): FilledTemplate | string {
  const text = textOf(message, templates, delivery.language)
  if (!text) return mailErrors.noTemplateText().message
  try {
    return renderTemplate(text, messageValues(delivery, sender), delivery.language)
  } catch (error) {
    return mailErrors.wrongTemplate({ reason: (error as Error).message }).message
  }
}

const hasOwnCalendar = ({ hasCalendar, role }: Row): boolean =>
  hasCalendar && (isParticipant(role) || isTrainer(role))

async function calendarOf(
  row: Row,
  { date, addressee, language }: Delivery,
  instance: Instance,
  sender: Sender,
): Promise<CalendarMail | undefined> {
  if (!date || !hasOwnCalendar(row)) return undefined
  return invite(instance, {
    mailId: row.id,
    key: row.data.key,
    attendee: { name: nameOf(addressee), email: addressee.email },
    organizer: { name: sender.name || sender.instanceName, email: sender.email },
    language,
    dateId: date.id,
    bookingId: row.bookingId ?? 0,
    contactId: row.contactId ?? 0,
    isTrainer: isTrainer(row.role),
    repeats: !hasRules(row.cause),
  })
}

/** A mail that brings calendar entries alone. */
const toCalendarContent = ({ file, subject, body }: CalendarMail, { addressee }: Delivery): MailContent => ({
  ...toMailContent({ subject, body, isHtml: false }),
  recipient: addressee.email,
  calendar: file,
})

const maxFileBytes = 10 * 1024 * 1024

/** The stored files of a date and its event that recipients may see. */
async function loadFiles(
  instance: Instance,
  dateId: number,
  rights: readonly string[],
): Promise<MailAttachment[]> {
  if (rights.length === 0) return []
  const { rows } = await sql<{ path: string; size: number; sha256: Buffer }>`
    select s.path, s.size::int, s.sha256 from catalogue_file f join stored_file s on s.file_id = f.id
    where f.access_right = any(${rights}::text[]) and (f.id in (select file_id from date_file where date_id = ${dateId})
      or f.id in (select file_id from event_file where event_id = (select event_id from event_date where id = ${dateId})))
    order by f.id`.execute(instance.db)
  const attachments: MailAttachment[] = []
  let bytes = 0
  for (const file of rows) {
    bytes += file.size
    if (bytes > maxFileBytes) break
    const found = await instance.files.read(file)
    const fileName = file.path.slice(file.path.lastIndexOf('/') + 1)
    if (found)
      attachments.push({
        fileName,
        contentType: 'application/octet-stream',
        content: await buffer(found.content),
      })
  }
  return attachments
}

export async function readSender(
  reader: Reader,
  { mail, publicUrl, timeZone }: Instance['settings'],
): Promise<Sender> {
  const { instanceName } = await readMessageSettings(reader)
  return {
    name: mail?.from.name ?? '',
    email: mail?.from.address ?? '',
    instanceName,
    url: publicUrl,
    timeZone,
  }
}

export const composeMessages: Composer = async (instance, mails: readonly ClaimedMail[]) => {
  if (mails.length === 0) return new Map()
  const { db } = instance
  const { timeZone } = instance.settingsCache.settings
  const { rows } =
    await sql<Row>`select ${rowColumns} from outbox_mail o join message m on m.id = o.message_id
      where o.id = any(${mails.map(({ id }) => id)}::int[])`.execute(db)
  const [records, templates, ofInstance, clients] = await Promise.all([
    loadRecords(db, rows),
    loadTemplates(db),
    readSender(db, instance.settingsCache.settings),
    loadMailClients(db, distinct(rows.map(({ id }) => id))),
  ])
  const { mail } = instance.settings
  const contents = rows.map(async (row): Promise<[number, MailContent | string | undefined]> => {
    const found = deliveryOf(row, records)
    if (!isStillTrue(row, found, records)) return [row.id, undefined]
    if (found.addressee.email === '') return [row.id, mailErrors.noAddress().message]
    const client = clients.get(row.id)
    const sender = { ...ofInstance, ...(client && mail && { name: senderOf(client, mail).name }) }
    const calendar = await calendarOf(row, found, instance, sender)
    if (row.data.hasCalendarAlone) return [row.id, calendar && toCalendarContent(calendar, found)]
    const told = { ...found, seats: seatsToTell(row, found) }
    const text = textOf(row, templates, told.language)
    const delivery = await withOrder(db, text, told, { now: instance.clock.now(), timeZone })
    const rendered = renderDelivery(row, delivery, templates, sender)
    if (typeof rendered === 'string') return [row.id, rendered]
    const documents = await attachedDocuments(instance, row.documentKinds, {
      role: row.role,
      language: delivery.language,
      dateId: row.dateId ?? 0,
      bookingIds: delivery.seats.map(({ id }) => id),
    })
    if (typeof documents === 'string') return [row.id, documents]
    const orderId = orderToConfirm(row, delivery)
    if (orderId > 0)
      documents.push(
        await attachedConfirmation(instance, orderId, delivery.language),
        ...(await attachedTerms(instance, {
          orderId,
          dateId: row.dateId ?? 0,
          language: delivery.language,
        })),
      )
    const content: MailContent = {
      ...toMailContent(await withPersonalLinks(instance, rendered, delivery, sender.url)),
      body: rendered.body,
      recipient: delivery.addressee.email,
      attachments: [...(await loadFiles(instance, row.dateId ?? 0, row.fileRights)), ...documents],
      calendar: calendar?.file,
    }
    return [row.id, content]
  })
  return new Map(await Promise.all(contents))
}
