// Makes a task of a mail of the mailbox, or records the report of a mail server.
import { sql } from 'kysely'
import { invitationAnswers } from '../../bookings/invitation-answers.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { ReceivedFile } from '../../platform/files/files.ts'
import { Failure } from '../../platform/ground/errors.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { findAnsweredMail } from '../answered-mail.sql.ts'
import { addAttachment } from '../attachment.sql.ts'
import { findSentMail, recordReport } from '../bounces/record-bounces.ts'
import { findInvited } from '../invited.sql.ts'
import { findLetterRecords, logLetter } from '../letter-records.ts'
import type { MailProblem } from '../mail-problems.ts'
import { senderAuthentications } from '../sender-authentications.ts'
import { insertTask } from '../task.sql.ts'
import type { Letter } from './letter.ts'
import { mailboxClientId } from './mailbox-client.ts'

type FiledLetter = {
  /** 0: none, the mail was a report about mail of the outbox. */
  taskId: number
  /** The files that are attachments now. */
  stored: Set<ReceivedFile>
}

/** Of the answered mail, otherwise that of the settings. */
const clientOf = async (reader: Reader, answered: { clientId: number | null } | undefined): Promise<number> =>
  answered?.clientId ?? (await mailboxClientId(reader))

/**
 * @param entryId of the mail in `mailbox_mail`
 * @param received those of its attachments that the file store has taken
 */
export async function fileLetter(
  tx: Tx,
  { settingsCache, files, clock }: Instance,
  {
    entryId,
    letter,
    received,
    problem,
    arrivedAt,
  }: {
    entryId: number
    letter: Letter
    received: readonly { name: string; file: ReceivedFile }[]
    problem: MailProblem
    /** In the mailbox. */
    arrivedAt: Date | undefined
  },
): Promise<FiledLetter> {
  const now = clock.now()
  const stored = new Set<ReceivedFile>()
  // Otherwise, a forged mail with a known Message-ID could mark an address, or write into the logbook of a contact.
  const { isFiled } = senderAuthentications[letter.sender.authentication]
  if (isFiled && letter.report && (await recordReport(tx, letter.report, now))) return { taskId: 0, stored }
  const isWithheld = letter.report && (await findSentMail(tx, letter.report.messageId)) !== undefined
  const withheldReport = isWithheld ? letter.report : undefined
  const answered =
    (isFiled && (await findInvited(tx, letter))) || (await findAnsweredMail(tx, letter.threadIds))
  const clientId = await clientOf(tx, answered)
  const principal = { userId: 0, clientIds: [clientId] }
  const records = isFiled ? await findLetterRecords(tx, letter.from, answered) : undefined
  const lacksFiles = letter.lacksAttachments || received.length < letter.attachments.length
  const task = await insertTask(
    tx,
    {
      kind: 'mail',
      mail: {
        subject: letter.subject,
        mailBody: letter.body,
        mailFrom: letter.from,
        mailTo: letter.to,
        ...(arrivedAt && { receivedAt: arrivedAt.toISOString() }),
      },
      clientId,
      ...records,
      assigneeId: answered?.assigneeId ?? undefined,
    },
    principal,
    now,
    {
      ...letter,
      answer: letter.answer?.answer,
      isDone:
        (records?.bookingId ?? records?.dateId) !== undefined &&
        letter.answer !== undefined &&
        invitationAnswers[letter.answer.answer].isDone,
      ...(withheldReport && { withheldReport }),
      problem: problem || (lacksFiles ? 'attachments' : ''),
    },
  )
  if (records) await logLetter(tx, records, { taskId: task.id, text: letter.subject }, principal, now)
  for (const { name, file } of received) {
    try {
      await addAttachment(
        { tx, principal, settings: settingsCache.settings, files, now },
        task.id,
        name,
        file,
      )
      stored.add(file)
    } catch (error) {
      if (!(error instanceof Failure && error.status === 413)) throw error
    }
  }
  if (stored.size < received.length)
    await sql`update task set mail_problem = 'attachments' where id = ${task.id} and mail_problem = ''`.execute(
      tx,
    )
  const outcome = letter.report ? sql`, outcome = 'filed'` : sql``
  await sql`update mailbox_mail set task_id = ${task.id}${outcome} where id = ${entryId}`.execute(tx)
  return { taskId: task.id, stored }
}
