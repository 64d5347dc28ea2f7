// Sends what waits in the outbox: soon after the commit that put it there, at least once, by one process.
import type { Job } from '../platform/runtime/background.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import type { MailSettings } from '../platform/runtime/settings.ts'
import { compose, type Letter } from './compose.ts'
import {
  noteFailed,
  notePostponed,
  noteReturned,
  noteSent,
  pauses,
  type Taken,
  takeDue,
} from './queue.sql.ts'
import { send } from './transport.ts'

/** At the same moment, of each process. */
const atOnce = 4

/** What is on its way when the process stops has so long. */
const graceMs = 5000

/** Sends the mails that are due longest. @returns whether there may be more */
export async function sendDue(instance: Instance, signal: AbortSignal): Promise<boolean> {
  const { db, settings, clock } = instance
  if (!settings.mail) return false
  const { mail, url } = settings
  const taken = await takeDue(db, atOnce)
  if (taken.length === 0) return false
  const letters = await compose(db, taken, url, clock.now())
  const cut = new AbortController()
  const stop = () => void setTimeout(() => cut.abort(), graceMs).unref()
  signal.addEventListener('abort', stop, { once: true })
  const ends = await Promise.allSettled(
    taken.map((one) => sendOne(instance, mail, one, letters.get(one.id)!, cut.signal)),
  )
  signal.removeEventListener('abort', stop)
  const fault = ends.find((end) => end.status === 'rejected')
  if (fault) throw fault.reason
  return taken.length === atOnce
}

async function sendOne(
  { db, log }: Instance,
  settings: MailSettings,
  mail: Taken,
  letter: Letter | string,
  signal: AbortSignal,
): Promise<void> {
  const { id, attempts } = mail
  if (mail.stale) return noteFailed(db, id, 'It has waited too long to be sent without being asked for.')
  if (typeof letter === 'string') return noteFailed(db, id, letter)
  // The process may have died each time that it was tried.
  if (attempts > pauses.length + 1) return noteFailed(db, id, 'It was tried too often.')
  const outcome = await send(settings, mail.recipient, mail.messageKey, letter, signal)
  if (outcome.state === 'sent') {
    log.info({ mail: id, kind: mail.kind, attempts }, 'a mail was sent')
    return noteSent(db, id, letter.subject)
  }
  if (signal.aborted) return noteReturned(db, id)
  const { error, code } = outcome
  // The answer of a server may hold the address.
  log.warn(
    { mail: id, kind: mail.kind, attempts, code },
    `a mail was not sent${outcome.state === 'later' ? ' yet' : ''}`,
  )
  return outcome.state === 'failed' ? noteFailed(db, id, error) : notePostponed(db, mail, error)
}

export const sendMail: Job = { name: 'mail', everyMs: 2000, run: sendDue }
