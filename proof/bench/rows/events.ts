// Rows 1 to 3: the same GET /events repeated, compared with a bare server that sends the same bytes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HttpResponse, sendRequest } from '../../support/kontor.ts'
import { startCeiling } from '../ceilings/start-ceiling.ts'
import type { Row } from '../compare.ts'
import { eventsPath } from '../instance/catalogue.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { loadOn, type Requests } from '../load/load.ts'

/** A repeated request. */
export type RepeatedRequest = {
  row: number
  name: string
  path: string
  headers?: Record<string, string>
  targetRatio?: number
}

/** The requests of rows 1 and 2. */
export const repeatedRequests = ({ targets }: Pick<LoadedInstance, 'targets'>): RepeatedRequest[] => {
  const gzip = { 'accept-encoding': 'gzip' }
  return [
    { row: 1, name: 'GET /events, all', path: eventsPath(), targetRatio: 0.85 },
    { row: 1, name: 'GET /events, all, gzip', path: eventsPath(), headers: gzip, targetRatio: 0.85 },
    {
      row: 2,
      name: 'GET /events, one category',
      path: eventsPath(`catalogCategoryId=${targets.smallest}`),
      targetRatio: 0.8,
    },
    { row: 2, name: 'GET /events, one date', path: eventsPath(`dateId=${targets.date}`), targetRatio: 0.8 },
    {
      row: 2,
      name: 'GET /events, a larger category',
      path: eventsPath(`catalogCategoryId=${targets.middle}`),
    },
  ]
}

/** The request of row 3: the whole catalogue with a matching If-None-Match. */
export async function unchangedRequest({ instance, service }: LoadedInstance): Promise<RepeatedRequest> {
  const path = eventsPath()
  const { headers } = await sendRequest(service.address, path, { token: instance.token })
  if (!headers['etag']) throw new Error('GET /events has no ETag')
  const cachedHeaders = { 'if-none-match': headers['etag'] }
  return { row: 3, name: 'GET /events, If-None-Match: 304', path, headers: cachedHeaders, targetRatio: 0.8 }
}

/** The address to which it is sent. */
export type RequestTarget = { address: string; token: string }

async function send(
  { address, token }: RequestTarget,
  { name, path, headers = {} }: RepeatedRequest,
): Promise<HttpResponse> {
  const answer = await sendRequest(address, path, { token, headers })
  const expected = headers['if-none-match'] ? 304 : 200
  if (answer.status !== expected)
    throw new Error(`${name}: ${answer.status} instead of ${expected}: ${answer.bytes.subarray(0, 500)}`)
  return answer
}

/** Whether two responses match. */
export type IsSame = (one: Buffer, other: Buffer) => boolean

export const sameBytes: IsSame = (one, other) => one.equals(other)

/** For two instances, which may assign different ids to prices of a series: the same events and dates, and the same size. */
export const sameDates: IsSame = (one, other) => {
  const ids = (bytes: Buffer) =>
    bytes
      .toString()
      .match(/"(event|date)_id":\d+/g)
      ?.join()
  return ids(one) === ids(other) && Math.abs(one.length / other.length - 1) < 0.02
}

/** A row whose two sides must send the same response, before and after the measurement. */
export async function compareSameRow(
  product: RequestTarget,
  ceiling: RequestTarget,
  repeated: RepeatedRequest,
  isSame: IsSame = sameBytes,
): Promise<Row> {
  const { path, headers = {} } = repeated
  const { status, bytes } = await send(product, repeated)
  const check = async () => {
    for (const target of [product, ceiling])
      if (!isSame((await send(target, repeated)).bytes, bytes))
        throw new Error(`${repeated.name}: ${target.address} sends another response`)
    return undefined
  }
  await check()
  const requests: Requests = { paths: [path], headers, status }
  return {
    ...repeated,
    bytes: bytes.length,
    product: loadOn({ ...product, requests }),
    ceiling: loadOn({ ...ceiling, requests }),
    check,
  }
}

/** A ceiling that sends the response of the service. */
async function startSameCeiling({ instance, service }: LoadedInstance, repeated: RepeatedRequest) {
  const { status, headers, bytes } = await send({ ...instance, ...service }, repeated)
  if (status === 304) return startCeiling('repeated', { answers: {}, etag: headers['etag']! })
  const file = join(instance.data, 'answer')
  await writeFile(file, bytes)
  const sent = ['content-type', 'content-encoding'].filter((name) => headers[name])
  const keptHeaders = Object.fromEntries(sent.map((name) => [name, headers[name]!]))
  return startCeiling('repeated', { answers: { [repeated.path]: { file, headers: keptHeaders } } })
}

export async function* eventRows(loaded: LoadedInstance, row: number): AsyncGenerator<Row> {
  const { token } = loaded.instance
  const list = row === 3 ? [await unchangedRequest(loaded)] : repeatedRequests(loaded)
  for (const repeated of list.filter((one) => one.row === row)) {
    const ceiling = await startSameCeiling(loaded, repeated)
    yield compareSameRow({ ...loaded.service, token }, { ...ceiling, token }, repeated)
    await ceiling.stop()
  }
}
