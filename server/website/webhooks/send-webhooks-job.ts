// Sends what is due to the addresses of webhooks, at least once.
import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '../../platform/instance/background-jobs.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  type DeliveryAttempt,
  deleteOldDeliveries,
  findNextDeliveryMs,
  readDeliveryBacklog,
  recordAttempts,
  releaseDelivery,
} from './delivery.sql.ts'
import { type HttpAgents, openHttpAgents, post } from './post.ts'
import { signedHeaders } from './signature.ts'
import { bodyOf } from './webhook-events.ts'

/** Deliveries that a process sends at the same time. */
const maxAtOnce = 64
/** How often due deliveries are looked for while others are being sent. */
const pauseMs = 500
/** The time that deliveries being sent get when the process stops. */
const graceMs = 5000
/** Old deliveries of a statement, so that it does not take long. */
const batchSize = 1000

type Recorder = (attempt: DeliveryAttempt) => Promise<void>

/** Records attempts: those that end while others are being written share the next transaction. */
function createRecorder({ db }: Instance): Recorder {
  let waiting: DeliveryAttempt[] = []
  let next: Promise<void> | undefined
  let current: Promise<void> = Promise.resolve()
  const write = async () => {
    const attempts = waiting
    waiting = []
    next = undefined
    await recordAttempts(db, attempts)
  }
  return (attempt) => {
    waiting.push(attempt)
    if (!next) {
      next = current.then(write)
      current = next.catch(() => {})
    }
    return next
  }
}

async function deliver(
  { db, secrets, settings, log }: Instance,
  delivery: ClaimedDelivery,
  { connections, record, signal }: { connections: HttpAgents; record: Recorder; signal: AbortSignal },
): Promise<void> {
  const body = bodyOf(delivery.event, delivery.timestamp, delivery.recordId)
  let headers: Record<string, string>
  try {
    const opened = delivery.secrets.map((one) =>
      secrets.open('webhookSecret', delivery.webhookId, one).toString(),
    )
    headers = signedHeaders({ ...delivery, body }, opened)
  } catch (error) {
    log.error({ err: error, webhook: delivery.webhookId }, 'a webhook has a secret that cannot be decrypted')
    const outcome = { status: 0, answer: '', error: 'secret_unreadable', durationMs: 0 }
    return record({ delivery, headers: {}, body, outcome })
  }
  const options = { allowedNetworks: settings.webhookNetworks, connections, signal }
  const outcome = await post(delivery.url, headers, body, options)
  if (signal.aborted && outcome.status === 0) return releaseDelivery(db, delivery)
  await record({ delivery, headers, body, outcome })
  const { id, webhookId, attempts } = delivery
  const { status, error, durationMs } = outcome
  // Not the address, which may contain a secret.
  log.info({ webhook: webhookId, delivery: id, attempts, status, error, durationMs }, 'a webhook was called')
}

/** Sends until nothing is due: an address that takes long does not delay the others. */
export async function sendDueWebhooks(instance: Instance, signal: AbortSignal): Promise<void> {
  const abortController = new AbortController()
  const stop = () => void setTimeout(() => abortController.abort(), graceMs).unref()
  signal.addEventListener('abort', stop, { once: true })
  const connections = openHttpAgents()
  const context = { connections, record: createRecorder(instance), signal: abortController.signal }
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  try {
    for (;;) {
      const isStopping = signal.aborted || failure !== undefined
      const free = isStopping ? 0 : maxAtOnce - running.size
      const claimed = free > 0 ? await claimDueDeliveries(instance.db, free) : []
      for (const delivery of claimed) {
        const sending: Promise<void> = deliver(instance, delivery, context)
          .catch((error) => {
            failure = { error }
          })
          .finally(() => running.delete(sending))
        running.add(sending)
      }
      if (running.size === 0) break
      await Promise.race([...running, wait(pauseMs)])
      // Those recorded together end together.
      await new Promise(setImmediate)
    }
  } finally {
    await Promise.all(running)
    connections.close()
    signal.removeEventListener('abort', stop)
  }
  if (failure) throw failure.error
}

export const sendWebhooksJob: Job = {
  name: 'send-webhooks',
  intervalMs: 60_000,
  async run(instance, signal) {
    await sendDueWebhooks(instance, signal)
    return false
  },
  dueAfterMs: ({ db }) => findNextDeliveryMs(db),
  readBacklog: readDeliveryBacklog,
}

export const deleteOldDeliveriesJob: Job = {
  name: 'delete-old-webhook-deliveries',
  intervalMs: 3_600_000,
  run: async ({ db }) => (await deleteOldDeliveries(db, batchSize)) === batchSize,
}
