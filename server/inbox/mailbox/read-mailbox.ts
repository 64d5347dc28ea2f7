// Reads the mailbox: each new mail becomes a task, or marks the message that it reports as undeliverable. Each mail is read
// once, even if a process is killed: the row of mailbox_mail for its UID and its task are one transaction, and of two processes
// that read the same mail, the unique UID lets one commit. letter.parse.ts parses the mail in a process of the worker pool.
// Message-IDs of sent mail contain message_key, by which answers (answered-mail.sql.ts) and reports of mail servers
// (bounces/record-bounces.ts) find their mail.
import { Readable } from 'node:stream'
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import { inTransaction } from '../../platform/database/database.ts'
import type { ReceivedFile } from '../../platform/files/files.ts'
import { toFailure } from '../../platform/ground/errors.ts'
import type { Job } from '../../platform/instance/background-jobs.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { runInWorker } from '../../platform/runtime/worker-pool.ts'
import type { MailProblem } from '../mail-problems.ts'
import { fileLetter } from './file-letter.ts'
import { mailboxName, moveMails, withMailbox } from './imap.ts'
import type { RawLetter } from './letter.parse.ts'
import type { Letter } from './letter.ts'
import {
  advance,
  ensureMailbox,
  findReadUids,
  findUidsToRetry,
  fingerprintOf,
  isKnown,
  type MailboxRow,
  maxAttempts,
  recordFailure,
  recordOutcome,
  recordReading,
  restartUids,
} from './mailbox.sql.ts'

const intervalMs = 60_000
/** A larger mail stays in the mailbox; its task says so. */
const maxMailBytes = 50 * 2 ** 20
/** Contains the headers of a mail. */
const beginningBytes = 64 * 1024
const parseMs = 20_000

const actor = { userId: null, via: 'mailbox' }

const noLetter: Letter = {
  subject: '',
  from: '',
  replyTo: '',
  to: '',
  messageId: '',
  threadIds: [],
  writtenAt: '',
  isAutomatic: false,
  sender: { authentication: 'unknown', results: '' },
  body: '',
  attachments: [],
  lacksAttachments: false,
  report: undefined,
  answer: undefined,
  problem: '',
}

const parse = ({ settings }: Instance, raw: Buffer): Promise<Letter> =>
  runInWorker<RawLetter, Letter>(
    { file: new URL('./letter.parse.ts', import.meta.url), name: 'parseLetter' },
    { raw, authservIds: settings.mailbox?.authservIds ?? [] },
    parseMs,
  )

const headersOf = (beginning: Buffer): Buffer => {
  const end = beginning.indexOf('\r\n\r\n')
  return end < 0 ? beginning : beginning.subarray(0, end + 4)
}

/** The letter of the headers alone, of a mail that is too large or cannot be parsed. */
const parseHeaders = async (instance: Instance, beginning: Buffer): Promise<Letter> => {
  const letter = await parse(instance, headersOf(beginning)).catch(() => noLetter)
  return { ...letter, body: '', attachments: [], report: undefined, answer: undefined, problem: '' }
}

/** Something is away that the next attempt may find again: it says nothing about the mail. */
const isTransient = (error: unknown): boolean => toFailure(error, '').status === 503

type Reading = { instance: Instance; client: ImapFlow; mailbox: MailboxRow; signal: AbortSignal }

async function fetchPart(
  { client }: Reading,
  uid: number,
  maxLength: number,
): Promise<FetchMessageObject | undefined> {
  const query = { uid: true, size: true, internalDate: true, source: { start: 0, maxLength } }
  return (await client.fetchOne(String(uid), query, { uid: true })) || undefined
}

/** Stores the attachments under temporary names. @returns those that the store takes */
async function receiveFiles({ files, settings }: Instance, letter: Letter) {
  const received: { name: string; file: ReceivedFile }[] = []
  try {
    for (const { name, content } of letter.attachments) {
      const file = await files
        .receive(Readable.from([Buffer.from(content)]), settings.maxAttachmentBytes)
        .catch((error) => {
          // Too large, or rejected by the scan.
          if (isTransient(error)) throw error
        })
      if (!file) continue
      received.push({ name, file })
      await files.stage(file)
    }
    return received
  } catch (error) {
    for (const { file } of received) await files.discard(file)
    throw error
  }
}

async function fileMail(
  { instance, mailbox }: Reading,
  key: { uid: number; fingerprint: Buffer; arrivedAt: Date | undefined },
  letter: Letter,
  problem: MailProblem,
): Promise<void> {
  const { db, files, log } = instance
  const received = await receiveFiles(instance, letter)
  try {
    const filed = await inTransaction(db, actor, async (tx) => {
      const outcome = letter.report ? 'bounce' : 'filed'
      const entryId = await recordOutcome(tx, mailbox, key, outcome)
      if (entryId === undefined) return undefined
      return fileLetter(tx, instance, { entryId, letter, received, problem, arrivedAt: key.arrivedAt })
    })
    // Another process was faster.
    if (filed === undefined) return void (await Promise.all(received.map(({ file }) => files.discard(file))))
    for (const { file } of received)
      await (filed.stored.has(file) ? files.complete(file) : files.discard(file))
    log.info({ uid: key.uid, task: filed.taskId, problem }, 'a mail of the mailbox was read')
  } catch (error) {
    for (const { file } of received) await files.discard(file)
    throw error
  }
}

/** @throws if the mailbox, the database or the file store is away */
async function readMail(reading: Reading, uid: number): Promise<void> {
  const { instance, mailbox, client } = reading
  const { db, log } = instance
  let fingerprint: Buffer = Buffer.alloc(0)
  let arrivedAt: Date | undefined
  const fail = async (error: unknown): Promise<void> => {
    const { message } = error as Error
    const attempts = await inTransaction(db, actor, (tx) =>
      recordFailure(tx, mailbox, { uid, fingerprint }, message),
    )
    log.warn({ err: error, uid, attempts }, 'a mail of the mailbox could not be read')
    if (attempts < maxAttempts) return
    const beginning = client.usable
      ? await fetchPart(reading, uid, beginningBytes).catch(() => undefined)
      : undefined
    const letter = await parseHeaders(instance, beginning?.source ?? Buffer.alloc(0))
    await fileMail(reading, { uid, fingerprint, arrivedAt }, letter, 'unreadable').catch((fault) =>
      log.error({ err: fault, uid }, 'a mail of the mailbox was skipped'),
    )
  }
  try {
    const beginning = await fetchPart(reading, uid, beginningBytes)
    // Deleted or moved meanwhile.
    if (!beginning?.source) return void (await advance(db, mailbox, uid))
    fingerprint = fingerprintOf(beginning.source)
    if (beginning.internalDate !== undefined) arrivedAt = new Date(beginning.internalDate)
    if (uid <= mailbox.initialUid) {
      if ((arrivedAt?.getTime() ?? 0) < Math.floor(mailbox.startedAt.getTime() / 1000) * 1000)
        return void (await advance(db, mailbox, uid))
      if (await isKnown(db, mailbox, fingerprint))
        return void (await inTransaction(db, actor, (tx) =>
          recordOutcome(tx, mailbox, { uid, fingerprint }, 'known'),
        ))
    }
    const { size = 0 } = beginning
    if (size > maxMailBytes)
      return await fileMail(
        reading,
        { uid, fingerprint, arrivedAt },
        await parseHeaders(instance, beginning.source),
        'too_large',
      )
    const source =
      size <= beginningBytes ? beginning.source : (await fetchPart(reading, uid, maxMailBytes))?.source
    if (source) {
      const letter = await parse(instance, source)
      await fileMail(reading, { uid, fingerprint, arrivedAt }, letter, letter.problem)
    }
  } catch (error) {
    if (reading.signal.aborted || isTransient(error)) throw error
    await fail(error)
    if (!client.usable) throw error
  }
}

/** The mails that are new, and those whose reading failed, in the order of their arrival. */
async function findUids({ instance, client, mailbox }: Reading): Promise<number[]> {
  const day = new Date(mailbox.startedAt.getTime() - 48 * 3600_000)
  // Of a mailbox that is looked through for the first time, older mails are not even listed.
  const since = mailbox.lastUid < mailbox.initialUid ? { since: day } : {}
  const found = (await client.search({ uid: `${mailbox.lastUid + 1}:*`, ...since }, { uid: true })) || []
  // `n:*` always has the last mail.
  const added = found.filter((uid) => uid > mailbox.lastUid)
  return [...(await findUidsToRetry(instance.db, mailbox)), ...added.toSorted((a, b) => a - b)]
}

async function moveReadMails({ instance, client, mailbox }: Reading, folder: string): Promise<void> {
  const uids = (await client.search({ all: true }, { uid: true })) || []
  await moveMails(client, await findReadUids(instance.db, mailbox, uids), folder)
}

async function readNewMails(
  instance: Instance,
  known: MailboxRow,
  client: ImapFlow,
  { uidValidity, uidNext }: MailboxObject,
  signal: AbortSignal,
): Promise<void> {
  const uids = { uidValidity: Number(uidValidity), initialUid: uidNext - 1 }
  const mailbox = known.uidValidity === uids.uidValidity ? known : await restartUids(instance.db, known, uids)
  const reading = { instance, client, mailbox, signal }
  for (const uid of await findUids(reading)) {
    if (signal.aborted) return
    await readMail(reading, uid)
  }
  await advance(instance.db, mailbox, uidNext - 1)
  const { moveTo } = instance.settings.mailbox!
  if (moveTo !== '' && !signal.aborted) await moveReadMails(reading, moveTo)
}

/** Reads the new mails of the mailbox. */
export async function readMailbox(instance: Instance, signal: AbortSignal): Promise<boolean> {
  const { db, settings } = instance
  if (!settings.mailbox) return false
  const mailbox = await ensureMailbox(db, mailboxName(settings.mailbox))
  try {
    await withMailbox(
      settings.mailbox,
      (client, opened) => readNewMails(instance, mailbox, client, opened, signal),
      signal,
    )
    await recordReading(db, mailbox.id, '')
  } catch (error) {
    if (!signal.aborted) {
      await recordReading(db, mailbox.id, (error as Error).message)
      throw error
    }
  }
  return false
}

export const readMailboxJob: Job = { name: 'read-mailbox', intervalMs, run: readMailbox }
