// Clients of a service while something fails: writers that repeat a request with its idempotency key until it is acknowledged, and
// readers that check every answer.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { domain, type Ledger, placeOf } from './records.ts'

export const writers = 4
const readers = 3
const timeoutMs = 15_000
/** After the faults, within which time every write is acknowledged. */
const settleMs = 60_000

type Call = { method: string; path: string; body?: object | Buffer; key?: string }
// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Answer = { status: number; conflict: string | null; json: any; text: string }

export type TrafficOptions = {
  /** Services, of which a client takes the next one when a request fails. */
  urls: readonly string[]
  token: string
  /** Receives acknowledged writes. Earlier ones must still be there. */
  ledger: Ledger
}

/** The observations of clients. The texts describe each fault. */
export type Observations = {
  /** Answers that were older than a write acknowledged before their request. */
  stale: string[]
  /** Answers that no fault explains, such as a 500. */
  wrong: string[]
  reads: number
}

export type Traffic = {
  /** How many writes have been acknowledged so far. */
  acknowledged(): number
  /** How many requests failed so far, without an answer or with one that asks to try again. */
  failures(): number
  /** The longest time without an acknowledged write since a moment of `performance.now()`, in milliseconds. */
  outageSince(from: number): number
  /** Waits until writes are acknowledged again: as many as there are writers. */
  flows(): Promise<void>
  /** Ends the clients after their last writes have been acknowledged. */
  stop(): Promise<Observations>
}

/** Answers by which a service asks to try again, and those of a load balancer without a service. */
const isTemporary = ({ status, conflict }: Answer): boolean =>
  [502, 503, 504].includes(status) || conflict === 'key-running'

export function startTraffic({ urls, token, ledger }: TrafficOptions): Traffic {
  const run = randomBytes(4).toString('hex')
  // Later runs write higher numbers.
  const firstCity = Date.now()
  const observed: Observations = { stale: [], wrong: [], reads: 0 }
  const recent: [email: string, id: number][] = [...ledger.contacts]
  const cities = Array.from({ length: writers }, () => 0)
  const acknowledgedAt: number[] = []
  let failures = 0
  let stopping = false
  let settleUntil = Number.POSITIVE_INFINITY

  async function send(url: string, { method, path, body, key }: Call): Promise<Answer> {
    const isFile = Buffer.isBuffer(body)
    const response = await fetch(`${url}/restapi/v1${path}`, {
      method,
      headers: {
        authorization: `token ${token}`,
        ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    const { status, headers } = response
    return {
      status,
      conflict: headers.get('x-kontor-conflict'),
      text,
      json: status === 200 ? JSON.parse(text) : undefined,
    }
  }

  /** Sends a request once. @returns undefined if it failed */
  async function attempt(client: number, call: Call): Promise<Answer | undefined> {
    const url = urls[(client + failures) % urls.length]!
    const answer = await send(url, call).catch(() => undefined)
    if (answer && !isTemporary(answer)) return answer
    failures++
    return undefined
  }

  const report = ({ method, path }: Call, { status, text }: Answer) =>
    observed.wrong.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`)

  /** Repeats a write until it is acknowledged. @returns undefined: it was rejected */
  async function persist(writer: number, call: Call): Promise<Answer['json'] | undefined> {
    while (performance.now() < settleUntil) {
      const answer = await attempt(writer, call)
      if (answer?.status === 200) {
        acknowledgedAt.push(performance.now())
        return answer.json
      }
      if (answer) {
        report(call, answer)
        return undefined
      }
      await wait(50)
    }
    observed.wrong.push(`${call.method} ${call.path}: not acknowledged ${settleMs / 1000} s after the faults`)
    return undefined
  }

  async function write(writer: number): Promise<void> {
    for (let number = 1; !stopping; number++) {
      const name = `${run}-${writer}-${number}@${domain}`
      const contact = await persist(writer, {
        method: 'POST',
        path: '/contacts',
        body: { lastName: 'Fault', email: name },
        key: `contact-${name}`,
      })
      if (contact) {
        ledger.contacts.set(name, contact[0].id)
        recent.push([name, contact[0].id])
      }
      const path = `/contacts/${placeOf(writer)}`
      const city = firstCity + number
      const change = { method: 'PATCH', path, body: { city: String(city) }, key: `city-${name}` }
      if (await persist(writer, change)) cities[writer] = city
      const task = await persist(writer, {
        method: 'POST',
        path: '/todo/import',
        body: { subject: name },
        key: `task-${name}`,
      })
      if (!task) continue
      ledger.tasks.set(name, task[0].id)
      if (number % 5 !== 0) continue
      const content = randomBytes(1000 + ((number * 37_000) % 300_000))
      const file = await persist(writer, {
        method: 'POST',
        path: `/attachment/crm/${task[0].id}/fault.bin`,
        body: content,
      })
      if (file) ledger.files.set(file[0].path, createHash('sha256').update(content).digest('hex'))
    }
  }

  async function readContact(reader: number): Promise<void> {
    // Mostly one of the last, which are the first to be lost.
    const newest = recent.length - 1 - Math.floor(Math.random() * (Math.random() < 0.7 ? 5 : recent.length))
    const [email, id] = recent[Math.max(0, newest)] ?? []
    if (email === undefined) return
    const call = { method: 'GET', path: `/contacts/search/email/${email}` }
    const answer = await attempt(reader, call)
    if (answer?.status === 200) {
      if (!answer.json.some((contact: { id: number }) => contact.id === id))
        observed.stale.push(`${call.path} lacks contact ${id}`)
    } else if (answer) report(call, answer)
  }

  async function readCatalogue(reader: number, writer: number): Promise<void> {
    const acknowledged = cities[writer]!
    const call = { method: 'GET', path: `/events?eventId=${placeOf(writer)}` }
    const answer = await attempt(reader, call)
    if (answer?.status === 200) {
      const shown = Number(answer.json[0]?.dates[0]?.location[0]?.city)
      if (!(shown >= acknowledged))
        observed.stale.push(`${call.path} shows ${shown}, ${acknowledged} was acknowledged`)
    } else if (answer) report(call, answer)
  }

  async function read(reader: number): Promise<void> {
    for (let number = reader; !stopping; number++) {
      const failuresBefore = failures
      await (number % 2 === 0 ? readContact(reader) : readCatalogue(reader, (number >> 1) % writers))
      observed.reads++
      if (failures > failuresBefore) await wait(50)
    }
  }

  const clients = [
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: readers }, (_, reader) => read(reader)),
  ]
  return {
    acknowledged: () => acknowledgedAt.length,
    failures: () => failures,
    outageSince(from) {
      const moments = [from, ...acknowledgedAt.filter((at) => at > from), performance.now()]
      return Math.max(...moments.slice(1).map((at, index) => at - moments[index]!))
    },
    async flows() {
      const wanted = acknowledgedAt.length + writers
      for (const deadline = Date.now() + settleMs; acknowledgedAt.length < wanted; await wait(10))
        if (Date.now() > deadline)
          throw new Error(
            `no writes are acknowledged ${settleMs / 1000} s after a fault: ${observed.wrong.slice(0, 3).join('\n')}`,
          )
    },
    async stop() {
      stopping = true
      settleUntil = performance.now() + settleMs
      await Promise.all(clients)
      return observed
    },
  }
}
