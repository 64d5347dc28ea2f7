// Records that are made all the while, so that a loss would be noticed at the end.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from './send.ts'
import type { Accounts } from './service/accounts.ts'

/** A record that the service has acknowledged: its table, its id, and a value of one of its columns. */
export type Acknowledged = { table: string; id: number; column: string; value: string }
/** A file that the service has acknowledged, below the folder of the files. */
export type AcknowledgedFile = { path: string; sha256: string }
export type Ledger = { records: Acknowledged[]; files: AcknowledgedFile[]; rejected: string[] }

export const emptyLedger = (): Ledger => ({ records: [], files: [], rejected: [] })

const pauseMs = 150

/** Makes records until it is stopped. @returns the function that stops it */
export function keepLedger(url: string, accounts: Accounts, run: string): () => Promise<Ledger> {
  const client = createClient(url, 1)
  const ledger = emptyLedger()
  let stopped = false

  const post = async (path: string, body: object | Buffer): Promise<Record<string, unknown> | undefined> => {
    const isFile = Buffer.isBuffer(body)
    const credentials = accounts.of('keeper')
    const { status, text } = await client.send({
      method: 'POST',
      path: `/restapi/v1${path}`,
      headers: {
        ...credentials.interface,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      },
      body: isFile ? body : JSON.stringify(body),
    })
    if (status === 200) return (JSON.parse(text) as Record<string, unknown>[])[0]
    if (status === 401 || status === 403) await accounts.renew('keeper', credentials)
    ledger.rejected.push(`POST ${path}: ${status} ${text.slice(0, 200)}`)
    return undefined
  }
  const remember = (table: string, id: unknown, column: string, value: string) => {
    ledger.records.push({ table, id: Number(id), column, value })
  }

  async function makeRecords(number: number): Promise<void> {
    const name = `Merkposten ${run} ${number}`
    const contact = await post('/contacts', { lastName: name, email: `m${run}.${number}@ledger.example` })
    if (contact) remember('contact', contact['id'], 'last_name', name)
    const todo = await post('/todo/import', { subject: name })
    if (!todo) return
    remember('task', todo['id'], 'subject', name)
    const content = Buffer.from(name.repeat(1 + (number % 2000)))
    const attachment = await post(`/attachment/crm/${String(todo['id'])}/merkposten.txt`, content)
    if (attachment)
      ledger.files.push({
        path: String(attachment['path']),
        sha256: createHash('sha256').update(content).digest('hex'),
      })
  }

  const running = (async () => {
    for (let number = 1; !stopped; number++) {
      await makeRecords(number).catch((error: Error) => ledger.rejected.push(error.message))
      await wait(pauseMs)
    }
  })()
  return async () => {
    stopped = true
    await running
    client.close()
    return ledger
  }
}
