// Sends the mail of the outbox, at least once, soon after the commit that inserted it.
import type { Language } from '../platform/ground/language.ts'
import type { Job } from '../platform/instance/background-jobs.ts'
import type { Instance } from '../platform/instance/instance.ts'
import type { MailSettings } from '../platform/settings/settings.ts'
import { composeMails } from './compose.ts'
import type { MailContent } from './content.ts'
import { mailErrors } from './mail.errors.ts'
import { loadMailClients, type MailClient, senderOf } from './mail-client.sql.ts'
import { withFrame } from './mail-frame.ts'
import {
  type ClaimedMail,
  claimDueMails,
  findNextMailMs,
  type MailKind,
  markCalledBack,
  markFailed,
  markForRetry,
  markSent,
  readMailBacklog,
  releaseMail,
  retryDelaysMinutes,
} from './queue.sql.ts'
import { send } from './transport.ts'
import { findOverBudget, holdMails } from './visitor-budget.ts'

/** Composes the mails of a kind. A string instead is the reason why a mail fails; undefined: its content is no longer true. */
export type Composer = (
  instance: Instance,
  mails: readonly ClaimedMail[],
) => Promise<Map<number, MailContent | string | undefined>>

/** Composes the mails one by one. */
export const composeEach =
  (compose: (instance: Instance, mail: ClaimedMail) => Promise<MailContent | undefined>): Composer =>
  async (instance, mails) => {
    const contents = new Map<number, MailContent | undefined>()
    for (const mail of mails) contents.set(mail.id, await compose(instance, mail))
    return contents
  }

/** Composers of the kinds that other slices compose. */
export type Composers = Partial<Record<MailKind, Composer>>

/** The links of the frame of mails in a client's name, such as that of its imprint. */
export type LinksOf = (
  instance: Instance,
  client: { clientId: number; language: Language },
) => Promise<readonly { label: string; href: string }[]>

const noLinks: LinksOf = async () => []

/** Mails that each process sends at the same time. */
const batchSize = 4

/** Of no client: to users, and to try the mail server. */
const ofInstance: readonly MailKind[] = ['account', 'test']

/** The time that mails being sent get when the process stops. */
const graceMs = 5000

/** Sends the mails that have been due longest. @returns whether there may be more */
export async function sendDue(
  instance: Instance,
  signal: AbortSignal,
  composers: Composers = {},
  linksOf = noLinks,
): Promise<boolean> {
  const { db, settings } = instance
  if (!settings.mail) return false
  const { mail } = settings
  const due = await claimDueMails(db, batchSize, mail.perMinute)
  if (due.length === 0) return false
  const over = await findOverBudget(db, due)
  await holdMails(db, [...over])
  const claimed = due.filter(({ id }) => !over.has(id))
  const contents = await compose(instance, claimed, composers)
  const frames = await loadFrames(instance, claimed, linksOf)
  const abortController = new AbortController()
  const stop = () => void setTimeout(() => abortController.abort(), graceMs).unref()
  signal.addEventListener('abort', stop, { once: true })
  const results = await Promise.allSettled(
    claimed.map((one) =>
      sendClaimed(
        instance,
        mail,
        one,
        { content: contents.get(one.id), frame: frames.get(one.id) },
        abortController.signal,
      ),
    ),
  )
  signal.removeEventListener('abort', stop)
  const failure = results.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  // Messages queue the mails of their further calendar entries.
  return true
}

async function compose(
  instance: Instance,
  mails: readonly ClaimedMail[],
  composers: Composers,
): Promise<Map<number, MailContent | string | undefined>> {
  const own = mails.filter(({ kind }) => !composers[kind])
  const others = Object.entries(composers).map(([kind, composer]) =>
    composer(
      instance,
      mails.filter((mail) => mail.kind === kind),
    ),
  )
  const { db, settings, clock } = instance
  const found = await Promise.all([composeMails(db, own, settings.publicUrl, clock.now()), ...others])
  return new Map(found.flatMap((contents) => [...contents]))
}

type Frame = { client: MailClient; links: Awaited<ReturnType<LinksOf>> }

/** The frames of mails in a client's name, by the id of the mail. */
async function loadFrames(
  instance: Instance,
  mails: readonly ClaimedMail[],
  linksOf: LinksOf,
): Promise<Map<number, Frame>> {
  const ids = mails.flatMap(({ id, kind }) => (ofInstance.includes(kind) ? [] : [id]))
  const clients = [...(await loadMailClients(instance.db, ids))]
  const frames = clients.map(
    async ([id, client]) => [id, { client, links: await linksOf(instance, client) }] as const,
  )
  return new Map(await Promise.all(frames))
}

async function sendClaimed(
  { db, log, settings: { publicUrl } }: Instance,
  settings: MailSettings,
  mail: ClaimedMail,
  { content, frame }: { content: MailContent | string | undefined; frame: Frame | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { id, attempts } = mail
  if (mail.stale) return markFailed(db, id, mailErrors.waitedTooLong().message)
  if (content === undefined) return markCalledBack(db, id)
  if (typeof content === 'string') return markFailed(db, id, content)
  // Each attempt may have ended with the death of its process.
  if (attempts > retryDelaysMinutes.length + 1) return markFailed(db, id, mailErrors.triedTooOften().message)
  // A person signs their own mail.
  const isFramed = frame !== undefined && content.isPersonal !== true
  const outcome = await send(
    settings,
    content.recipient ?? mail.recipient,
    mail.messageKey,
    isFramed
      ? {
          ...withFrame(content, frame.client, { publicUrl, links: frame.links }),
          from: senderOf(frame.client, settings),
        }
      : content,
    signal,
  )
  if (outcome.status === 'sent') {
    log.info({ mail: id, kind: mail.kind, attempts }, 'a mail was sent')
    return markSent(db, id, {
      subject: content.subject,
      ...(mail.kind === 'message' && { body: content.body ?? content.html }),
      rejected: outcome.rejected,
    })
  }
  if (signal.aborted) return releaseMail(db, id)
  const { error, code } = outcome
  // Not the server's message: it may contain the address.
  log.warn(
    { mail: id, kind: mail.kind, attempts, code },
    `a mail was not sent${outcome.status === 'later' ? ' yet' : ''}`,
  )
  return outcome.status === 'failed' ? markFailed(db, id, error) : markForRetry(db, mail, error)
}

export const sendMailWith = (composers: Composers, linksOf = noLinks): Job => ({
  name: 'send-mail',
  intervalMs: 60_000,
  run: (instance, signal) => sendDue(instance, signal, composers, linksOf),
  dueAfterMs: async ({ db, settings: { mail } }) => (mail ? findNextMailMs(db, mail.perMinute) : undefined),
  readBacklog: readMailBacklog,
})

export const sendMailJob: Job = sendMailWith({})
