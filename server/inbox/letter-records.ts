// Where a letter is filed: at the records of the mail that it answers, otherwise at the contact that has the address of its sender.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { type AnsweredMail, findAnsweredMail } from './answered-mail.sql.ts'
import { findSentMail, recordReport } from './bounces/record-bounces.ts'
import type { DeliveryReport } from './mailbox/letter.ts'
import { senderContactId } from './sender.ts'
import { logTask } from './task.sql.ts'

type LetterRecords = {
  contactId: number | undefined
  leadId: number | undefined
  bookingId: number | undefined
  /** Where there is no booking. */
  dateId: number | undefined
}

/** @param answered the mail that it answers */
export async function findLetterRecords(
  reader: Reader,
  mailFrom: string,
  answered: AnsweredMail | undefined,
): Promise<LetterRecords> {
  return {
    contactId: answered?.contactId ?? (await senderContactId(reader, mailFrom)),
    leadId: answered?.leadId ?? undefined,
    bookingId: answered?.bookingId ?? undefined,
    dateId: answered?.bookingId ? undefined : (answered?.dateId ?? undefined),
  }
}

/** Adds a letter to the logbook of its booking, otherwise to that of its lead. */
export async function logLetter(
  tx: Tx,
  { bookingId, leadId }: LetterRecords,
  entry: { taskId: number; text: string },
  principal: Pick<Principal, 'userId'>,
  now: Date,
): Promise<void> {
  if (bookingId) await logTask(tx, { booking_id: bookingId }, entry, principal, now)
  else if (leadId) await logTask(tx, { lead_id: leadId }, entry, principal, now)
}

type UnfiledLetter = {
  subject: string
  mailFrom: string
  threadIds: string[]
  /** The report about mail of the outbox that it brings, until it is filed. */
  report: DeliveryReport | null
}

/** The letter of a task that refers to no record. */
async function findUnfiledLetter(reader: Reader, taskId: number): Promise<UnfiledLetter | undefined> {
  const { rows } = await sql<UnfiledLetter>`
    select subject, mail_from as "mailFrom", thread_ids as "threadIds", withheld_report as report from task
    where id = ${taskId} and kind = 'mail' and num_nonnulls(contact_id, lead_id, booking_id, date_id) = 0`.execute(
    reader,
  )
  return rows[0]
}

/** The recipient of the mail that an unfiled letter claims to answer, or reports as not delivered; '': neither, or it is filed. */
export async function findUnfiledAnswer(reader: Reader, taskId: number): Promise<string> {
  const letter = await findUnfiledLetter(reader, taskId)
  if (!letter) return ''
  const sent = letter.report && (await findSentMail(reader, letter.report.messageId))
  return (sent ?? (await findAnsweredMail(reader, letter.threadIds)))?.recipient ?? ''
}

/** Files a letter as if its sender were proven, unless it is filed; a report that it brings is recorded. Lock its task first. */
export async function fileUnfiledLetter(
  tx: Tx,
  taskId: number,
  principal: Pick<Principal, 'userId'>,
  now: Date,
): Promise<void> {
  const letter = await findUnfiledLetter(tx, taskId)
  if (!letter) return
  if (letter.report) await recordReport(tx, letter.report, now)
  const records = await findLetterRecords(tx, letter.mailFrom, await findAnsweredMail(tx, letter.threadIds))
  const { contactId = null, leadId = null, bookingId = null, dateId = null } = records
  await tx
    .updateTable('task')
    .set({
      withheld_report: null,
      contact_id: contactId,
      lead_id: leadId,
      booking_id: bookingId,
      date_id: dateId,
    })
    .where('id', '=', taskId)
    .execute()
  await logLetter(tx, records, { taskId, text: letter.subject }, principal, now)
}
