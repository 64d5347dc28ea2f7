// Messages that are to be written: which rules ask for them, and to whom they go.
import type { Reader } from '../platform/database/database.ts'
import type { AttachableDocument } from './attached-documents.ts'
import type { MessageTrigger } from './causes.sql.ts'
import type { MessageCause } from './causes.ts'
import { beforeOf, type DateBefore } from './date-changes.ts'
import { formerRecipientsOf, type MessageRecipient, recipientsOf } from './recipients.ts'
import { type Rule, rulesOfDates } from './rules/rules.ts'
import type { MessageDate, MessageSettings } from './values.sql.ts'

/** A text that staff wrote; '': that of the template. */
export type MessageText = { subject: string; body: string; subjectEn: string; bodyEn: string }

export const noText: MessageText = { subject: '', body: '', subjectEn: '', bodyEn: '' }

/** A message that is to be written. */
export type PlannedMessage = {
  cause: MessageCause
  date: MessageDate | undefined
  recipients: MessageRecipient[]
  templateId: number
  hasCalendar: boolean
  fileRights: string[]
  documentKinds: AttachableDocument[]
  before?: MessageDate
  formerDateIds?: Map<number, number>
}

/** The facts of the cause of a delivery, in outbox_mail.data. */
export type DeliveryData = {
  /** The recipient among those of the date. */
  key: string
  /** The seats that the message is about. */
  bookingIds?: number[]
  /** The date before it changed. */
  before?: DateBefore
  formerDateId?: number
  /** Other dates of the order that the message confirms, too. */
  furtherDateIds?: number[]
  /** The mail brings calendar entries; another one tells the rest. */
  hasCalendarAlone?: true
  /** A recipient who is no contact. */
  addressee?: { salutation: string; firstName: string; lastName: string; company: string }
}

export const toPlannedMessage = (
  rule: Rule,
  date: MessageDate,
  recipients: MessageRecipient[],
): PlannedMessage => ({
  cause: rule.cause,
  date,
  recipients,
  templateId: rule.templateId,
  hasCalendar: rule.hasCalendar,
  fileRights: rule.fileRights,
  documentKinds: rule.documentKinds,
})

/** A trainer who does not teach at the date any more is told of the change, and loses the calendar entries. */
const withFormerTrainers = (date: MessageDate, before: MessageDate | undefined): MessageDate => {
  const ids = new Set(date.trainers.map(({ trainerId }) => trainerId))
  const former = before?.trainers.filter(({ trainerId }) => !ids.has(trainerId)) ?? []
  return { ...date, trainers: [...date.trainers, ...former] }
}

/** The messages that rules ask for on triggers. */
export async function planMessages(
  reader: Reader,
  triggers: readonly MessageTrigger[],
  settings: MessageSettings,
): Promise<PlannedMessage[]> {
  if (triggers.length === 0) return []
  const rules = await rulesOfDates(reader, [...new Set(triggers.map(({ date }) => date.id))])
  return triggers.flatMap(({ cause, date, seats, before, formerDateIds, isReplaced }) =>
    rules
      .get(date.id)!
      .filter((rule) => rule.cause === cause && rule.isEnabled)
      .map((rule) => ({
        ...toPlannedMessage(
          rule,
          date,
          (isReplaced ? formerRecipientsOf : recipientsOf)(
            rule.recipients,
            withFormerTrainers(date, before),
            seats,
            settings.language,
          ),
        ),
        ...(before && { before }),
        ...(formerDateIds && { formerDateIds }),
      }))
      .filter(({ recipients }) => recipients.length > 0),
  )
}

/** How messages are written. */
export type Writing = {
  now: Date
  sendAt: Date
  /** null: by a rule. */
  userId: number | null
  text?: MessageText
  /** Instead of the key of the message, so that a job that runs twice tells once. */
  causeKey?: string
}

/** The facts of the delivery to a recipient of a message. */
export function deliveryData(planned: PlannedMessage, recipient: MessageRecipient): DeliveryData {
  const { key, seats, addressee, bookingId, furtherDateIds, hasCalendarAlone } = recipient
  const { salutation, firstName, lastName, company } = addressee
  const formerDateId = planned.formerDateIds?.get(bookingId || (seats[0]?.id ?? 0))
  return {
    key,
    ...(seats.length > 0 && { bookingIds: seats.map(({ id }) => id) }),
    ...(planned.before && { before: beforeOf(planned.before) }),
    ...(formerDateId && { formerDateId }),
    ...(furtherDateIds && { furtherDateIds }),
    ...(hasCalendarAlone && { hasCalendarAlone }),
    ...(addressee.id === 0 && { addressee: { salutation, firstName, lastName, company } }),
  }
}
