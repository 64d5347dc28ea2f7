// Row 11: how many webhooks a service delivers a second to one receiver on the machine.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { newWebhookSecret } from '../../../server/website/webhooks/signature.ts'
import { startServeBeside } from '../../support/kontor.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import type { ReceivedCounts } from '../load/webhook-receiver.ts'

const targetPerSecond = 1000
const pauseMs = 5
const maxSeconds = 120

export async function measureWebhooks(
  loaded: LoadedInstance,
  quick: boolean,
): Promise<{ isMet: boolean; text: string }> {
  await using stack = new AsyncDisposableStack()
  const { client, data, connection } = loaded.instance
  // It may not reach this machine, and would take jobs from the one that may.
  await loaded.service.stop()
  stack.defer(async () => {
    loaded.service = await loaded.instance.serve()
  })
  const counts: ReceivedCounts = new Int32Array(new SharedArrayBuffer(8))
  const receiver = new Worker(new URL('../load/webhook-receiver.ts', import.meta.url), { workerData: counts })
  stack.defer(() => receiver.terminate().then(() => {}))
  const [url] = (await once(receiver, 'message')) as [string]
  const service = await startServeBeside(data, connection, { extra: { KONTOR_WEBHOOK_NETWORKS: 'loopback' } })
  stack.defer(() => service.stop())
  const { rows } = await client.query<{ id: number }>(
    `insert into webhook (client_id, url, events) select min(id), $1, '{contact.changed}' from client returning id`,
    [url],
  )
  const webhookId = rows[0]!.id
  stack.defer(async () => {
    await client.query('delete from webhook where id = $1', [webhookId])
  })
  await client.query('insert into webhook_secret (webhook_id, secret) values ($1, $2)', [
    webhookId,
    newWebhookSecret(),
  ])
  const queue = async (count: number) => {
    const all = counts[1]! + count
    await client.query(
      `insert into webhook_delivery (webhook_id, event, record_id, next_attempt_at)
      select $1, 'contact.changed', n, now() from generate_series(1, $2::int) n`,
      [webhookId, count],
    )
    const first = counts[1]!
    const began = performance.now()
    while (counts[1]! < all) {
      if (performance.now() - began > maxSeconds * 1000) throw new Error(`${counts[1]} of ${all} webhooks`)
      await sleep(pauseMs)
    }
    return (all - first) / ((performance.now() - began) / 1000)
  }
  // The first ones compile code.
  await queue(quick ? 10 : 2000)
  const perSecond = await queue(quick ? 100 : 20_000)
  return {
    isMet: perSecond >= targetPerSecond,
    text: `${Math.round(perSecond).toLocaleString('en')} a second, ${counts[0]! - counts[1]!} told twice (target: ${targetPerSecond.toLocaleString('en')} a second)`,
  }
}
