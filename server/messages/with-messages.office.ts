// Endpoints whose change is announced in the same step: the same request with `messages` sends messages, and its preview shows recipients and texts.
// The wrapped handler runs, and findMessageTriggers reads from the change log of the same transaction the bookings that were made,
// promoted, moved and cancelled, automatic promotions included, and compares the date with its former state. planMessages
// applies the rules of the nearest scope, writeMessage writes the message and a delivery for each recipient into the outbox. A
// preview does the same and rolls back to a savepoint, so that preview and result cannot differ. A waiting delivery is locked
// and takes in a new cause; the message of a booking that is cancelled before it left is called back. compose-messages.ts makes
// the text when it is sent, with the documents of its rule (attached-documents.ts), and keeps the sent text. cause_key is
// unique: a recipient gets a cause once, also with several processes and with the job plan-messages, which writes messages by
// time.

import { sql } from 'kysely'
import Type, { type Static, type TObject } from 'typebox'
import { isActive } from '../bookings/booking-statuses.ts'
import { hasRight } from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, Failure } from '../platform/ground/errors.ts'
import { Count, IdOrNone, LongText, record, ShortText } from '../platform/ground/schema.ts'
import { type Endpoint, type OfficeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { type ImmediateCause, immediateCauses } from './causes.ts'
import { readSender, renderDelivery } from './compose-messages.ts'
import { beforeOf } from './date-changes.ts'
import type { PlannedMessage } from './planned-message.ts'
import { hasSeats } from './roles.ts'
import { sampleDelivery } from './sample-delivery.ts'
import { saveAndPlanMessages } from './save-and-notify.ts'
import { ShownRecipient, showRecipients } from './shown-recipients.ts'
import { cleanTexts, textsErrors } from './templates/templates.office.ts'
import { loadTemplates, textsOf } from './templates/templates.ts'
import { loadMessageSeats } from './values.sql.ts'
import { writeMessage } from './write-message.ts'

const Cause = Type.Unsafe<ImmediateCause>(Type.Enum(immediateCauses))
const texts = { subject: ShortText, body: LongText, subjectEn: ShortText, bodyEn: LongText }

/** The messages about a change. Left out of a request: none. */
const Messages = record({
  /** Causes without a message. */
  off: Type.Optional(Type.Array(Cause, { maxItems: immediateCauses.length })),
  /** Texts that staff have changed. */
  texts: Type.Optional(
    Type.Array(
      record({
        cause: Cause,
        /** That of the preview: several rules of a cause can have different ones. Left out: every template. */
        templateId: Type.Optional(IdOrNone),
        ...texts,
      }),
      { maxItems: 50 },
    ),
  ),
})
type Messages = Static<typeof Messages>

export const MessagePreview = record({
  cause: Cause,
  /** 0: the template of the cause. */
  templateId: IdOrNone,
  dateTitle: Type.String(),
  startDate: Type.String(),
  recipients: Type.Array(ShownRecipient),
  ...texts,
  /** As the first recipient gets it. */
  example: record({
    subject: Type.String(),
    body: Type.String(),
    isHtml: Type.Boolean(),
    error: Type.String(),
  }),
  delayMinutes: Count,
  dateId: IdOrNone,
})

type Call = { params: unknown; query: unknown; body: unknown; record: unknown }
type PathOf<Id extends string> = Id extends `${string} ${infer P}` ? P : never

type NotifyingEndpoints<Id extends string, C extends Call> = readonly [
  OfficeEndpoint<
    Id,
    Omit<C, 'body'> & { body: (C['body'] extends object ? C['body'] : unknown) & { messages?: Messages } }
  >,
  OfficeEndpoint<
    `POST ${PathOf<Id>}/message-preview`,
    Omit<C, 'record'> & { record: Static<typeof MessagePreview> }
  >,
]

type Context = Parameters<NonNullable<Endpoint['handle']>>[0] & { tx: Tx }

/** The dates that a request changes. */
type DatesOf = (context: Context) => readonly number[]

const dateOfPath: DatesOf = ({ params }) =>
  typeof params === 'object' && params !== null && 'dateId' in params ? [Number(params.dateId)] : []

const handleAndPlanMessages = (endpoint: Endpoint, context: Context, datesOf: DatesOf) =>
  saveAndPlanMessages(
    context.tx,
    { now: context.now, timeZone: context.settings.timeZone },
    datesOf(context),
    async () => endpoint.handle!(context),
  )

const minuteMs = 60_000

async function write(
  context: Context,
  planned: readonly PlannedMessage[],
  messages: Messages,
  delayMinutes: number,
) {
  const { now, principal, tx } = context
  const sendAt = new Date(now.getTime() + delayMinutes * minuteMs)
  for (const one of planned) {
    if (messages.off?.some((cause) => cause === one.cause)) continue
    const text = messages.texts?.find(
      ({ cause, templateId = one.templateId }) => cause === one.cause && templateId === one.templateId,
    )
    const { cause: _cause, templateId: _templateId, ...rest } = text ?? { cause: '' }
    await writeMessage(tx, one, {
      now,
      sendAt,
      userId: principal.userId,
      ...(text && { text: cleanTexts(rest as typeof text) }),
    })
  }
}

const splitBody = (body: unknown): { messages: Messages | undefined; rest: unknown } => {
  const { messages, ...rest } = (body ?? {}) as { messages?: Messages }
  return { messages, rest }
}

function textErrorsOf(messages: Messages): void {
  const errors = (messages.texts ?? []).flatMap((text, index) =>
    textsErrors(text).map((error) => ({ ...error, field: `messages.texts[${index}].${error.field}` })),
  )
  if (errors.length > 0) throw badRequest(errors)
}

/** The preview of a change, which is made and undone. */
async function previewOf(
  endpoint: Endpoint,
  context: Context,
  datesOf: DatesOf,
): Promise<Static<typeof MessagePreview>[]> {
  const { tx, settings, principal } = context
  await sql`savepoint message_preview`.execute(tx)
  const { planned, settings: own } = await handleAndPlanMessages(endpoint, context, datesOf)
  const [templates, sender] = [await loadTemplates(tx), await readSender(tx, settings as Settings)]
  const seesPersons = hasRight(principal, 'booking:access')
  const dateIds = seesPersons ? [...new Set(planned.flatMap(({ date }) => date?.id ?? []))] : []
  const participants = (await loadMessageSeats(tx, { dateIds })).filter(isActive)
  const shown = await showRecipients(
    tx,
    planned.flatMap(({ recipients }) => recipients),
    seesPersons,
  )
  const previews = planned.map((one): Static<typeof MessagePreview> => {
    const [first] = one.recipients
    const { addressee, seats } =
      seesPersons || !hasSeats(first!.role) ? first! : sampleDelivery(first!.language)
    const rendered = renderDelivery(
      {
        cause: one.cause,
        templateId: one.templateId,
        text: { subject: '', body: '', subjectEn: '', bodyEn: '' },
      },
      {
        role: first!.role,
        addressee,
        language: first!.language,
        date: one.date,
        seats,
        participants: participants.filter(({ dateId }) => dateId === one.date?.id),
        causes: [one.cause],
        ...(one.before && { before: beforeOf(one.before) }),
      },
      templates,
      sender,
    )
    return {
      cause: one.cause as ImmediateCause,
      templateId: one.templateId,
      dateId: one.date?.id ?? 0,
      dateTitle: one.date?.title ?? '',
      startDate: one.date?.start ?? '',
      recipients: one.recipients.map(shown),
      ...textsOf(one, templates),
      example:
        typeof rendered === 'string'
          ? { subject: '', body: '', isHtml: false, error: rendered }
          : { ...rendered, error: '' },
      delayMinutes: own.delayMinutes,
    }
  })
  await sql`rollback to savepoint message_preview`.execute(tx)
  return previews
}

/**
 * The endpoint with `messages` in its body, and its preview.
 * @param datesOfBody the dates that the request changes; left out: that of its path
 */
export function withMessages<const Id extends string, C extends Call>(
  endpoint: OfficeEndpoint<Id, C>,
  datesOfBody?: (body: C['body']) => readonly number[],
): NotifyingEndpoints<Id, C> {
  const datesOf: DatesOf = datesOfBody ? ({ body }) => datesOfBody(body) : dateOfPath
  const { method: _method, path, body, rules, call: _call, id, ...rest } = endpoint
  const bodySchema: TObject = Type.Object(
    { ...body?.properties, messages: Type.Optional(Messages) },
    { additionalProperties: false },
  )
  const notifying: Endpoint & { id: Id } = {
    ...rest,
    id,
    method: endpoint.method,
    path,
    body: bodySchema,
    ...(rules && { rules }),
    async handle(context) {
      const { messages, rest: own } = splitBody(context.body)
      const request = { ...context, body: own } as Context
      if (!messages) return (await endpoint.handle!(request)) as unknown[]
      textErrorsOf(messages)
      const { result, planned, settings } = await handleAndPlanMessages(endpoint, request, datesOf)
      if (result instanceof Failure) return result
      await write(request, planned, messages, settings.delayMinutes)
      return result as unknown[]
    },
  }
  const previewId = `POST ${path}/message-preview` as `POST ${PathOf<Id>}/message-preview`
  const preview: Endpoint & { id: typeof previewId } = {
    ...rest,
    id: previewId,
    method: 'POST',
    path: `${path}/message-preview`,
    isPreview: true,
    ...(body && { body }),
    ...(rules && { rules }),
    response: Type.Array(MessagePreview),
    async handle(context) {
      return new WithHeaders(await previewOf(endpoint, context as Context, datesOf), {})
    },
  }
  return [notifying, preview]
}
