// Rows 1 to 3: GET /events repeated, beside a bare server that sends the same bytes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCeiling } from '../ceilings/ceilings.ts'
import type { Row } from '../compare.ts'
import { eventsPath } from '../instance/catalogue.ts'
import { type Answer, ask } from '../instance/kontor.ts'
import type { Loaded } from '../instance/loaded.ts'
import { type Requests, under } from '../load/load.ts'

/** Something that is asked again and again. */
export type Repeated = {
  row: number
  name: string
  path: string
  headers?: Record<string, string>
  wanted?: number
}

/** What rows 1 and 2 ask for. */
export const repeatedRequests = ({ choice }: Pick<Loaded, 'choice'>): Repeated[] => {
  const gzip = { 'accept-encoding': 'gzip' }
  return [
    { row: 1, name: 'GET /events, all', path: eventsPath(), wanted: 0.85 },
    { row: 1, name: 'GET /events, all, gzip', path: eventsPath(), headers: gzip, wanted: 0.85 },
    {
      row: 2,
      name: 'GET /events, one category',
      path: eventsPath(`catalogCategoryId=${choice.smallest}`),
      wanted: 0.8,
    },
    { row: 2, name: 'GET /events, one date', path: eventsPath(`dateId=${choice.date}`), wanted: 0.8 },
    {
      row: 2,
      name: 'GET /events, a larger category',
      path: eventsPath(`catalogCategoryId=${choice.middle}`),
    },
  ]
}

/** What row 3 asks for: the whole, by somebody who has it. */
export async function unchangedRequest({ instance, service }: Loaded): Promise<Repeated> {
  const path = eventsPath()
  const { headers } = await ask(service.address, path, { token: instance.token })
  if (!headers['etag']) throw new Error('GET /events has no ETag')
  const known = { 'if-none-match': headers['etag'] }
  return { row: 3, name: 'GET /events, If-None-Match: 304', path, headers: known, wanted: 0.8 }
}

/** Where something is asked. */
export type Place = { address: string; token: string }

async function asked({ address, token }: Place, { name, path, headers = {} }: Repeated): Promise<Answer> {
  const answer = await ask(address, path, { token, headers })
  const expected = headers['if-none-match'] ? 304 : 200
  if (answer.status !== expected)
    throw new Error(`${name}: ${answer.status} instead of ${expected}: ${answer.bytes.subarray(0, 500)}`)
  return answer
}

/** Whether two answers are as they should be. */
export type Same = (one: Buffer, other: Buffer) => boolean

export const sameBytes: Same = (one, other) => one.equals(other)

/** For two instances, which may give different ids to the prices of a series: the same events and dates, as long an answer. */
export const sameDates: Same = (one, other) => {
  const ids = (bytes: Buffer) =>
    bytes
      .toString()
      .match(/"(event|date)_id":\d+/g)
      ?.join()
  return ids(one) === ids(other) && Math.abs(one.length / other.length - 1) < 0.02
}

/** A row whose two sides have to send the same: before, and again after the measurement. */
export async function sameRow(
  product: Place,
  ceiling: Place,
  repeated: Repeated,
  same: Same = sameBytes,
): Promise<Row> {
  const { path, headers = {} } = repeated
  const { status, bytes } = await asked(product, repeated)
  const check = async () => {
    for (const place of [product, ceiling])
      if (!same((await asked(place, repeated)).bytes, bytes))
        throw new Error(`${repeated.name}: ${place.address} sends something else`)
    return undefined
  }
  await check()
  const requests: Requests = { paths: [path], headers, status }
  return {
    ...repeated,
    bytes: bytes.length,
    product: under({ ...product, requests }),
    ceiling: under({ ...ceiling, requests }),
    check,
  }
}

/** A ceiling that answers as the service does. */
async function startSame({ instance, service }: Loaded, repeated: Repeated) {
  const { status, headers, bytes } = await asked({ ...instance, ...service }, repeated)
  if (status === 304) return startCeiling('repeated', { answers: {}, etag: headers['etag']! })
  const file = join(instance.data, 'answer')
  await writeFile(file, bytes)
  const sent = ['content-type', 'content-encoding'].filter((name) => headers[name])
  const kept = Object.fromEntries(sent.map((name) => [name, headers[name]!]))
  return startCeiling('repeated', { answers: { [repeated.path]: { file, headers: kept } } })
}

/** Rows 1 to 3. */
export async function* eventRows(loaded: Loaded, row: number): AsyncGenerator<Row> {
  const { token } = loaded.instance
  const list = row === 3 ? [await unchangedRequest(loaded)] : repeatedRequests(loaded)
  for (const repeated of list.filter((one) => one.row === row)) {
    const ceiling = await startSame(loaded, repeated)
    yield sameRow({ ...loaded.service, token }, { ...ceiling, token }, repeated)
    await ceiling.stop()
  }
}
