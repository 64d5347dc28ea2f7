// Row 4: GET /events with different filters in every request, compared with one SQL statement that builds the same bytes.
import { sendRequest } from '../../support/kontor.ts'
import { startCeiling } from '../ceilings/start-ceiling.ts'
import { median, type Row } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { buildQueries } from '../instance/queries.ts'
import { loadOn } from '../load/load.ts'
import { type IsSame, type RequestTarget, sameBytes } from './events.ts'

const sampleSize = 50

/** Creates the combinations, and asserts that both sides return the same bytes for a sample. */
export async function combinationRow(
  product: RequestTarget,
  ceiling: RequestTarget,
  paths: readonly string[],
  rowInfo: Pick<Row, 'row' | 'name' | 'targetRatio'>,
  isSame: IsSame = sameBytes,
): Promise<Row> {
  const sizes: number[] = []
  for (let index = 0; index < sampleSize; index++) {
    const path = paths[Math.floor((index * paths.length) / sampleSize)]!.replaceAll(
      '{n}',
      String(900_000_000 + index),
    )
    const [one, other] = await Promise.all(
      [product, ceiling].map(({ address, token }) => sendRequest(address, path, { token })),
    )
    if (one!.status !== 200 || !isSame(one!.bytes, other!.bytes))
      throw new Error(
        `GET ${path}: the two sides send different responses (${one!.status}, ${other!.status})`,
      )
    sizes.push(one!.bytes.length)
  }
  const requests = { paths }
  return {
    ...rowInfo,
    bytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length),
    product: loadOn({ ...product, requests }),
    ceiling: loadOn({ ...ceiling, requests }),
    check: async () =>
      `${paths.length} combinations; of ${sampleSize} responses, ${sizes.filter((size) => size < 3).length} are empty and half are below ${(median(sizes) / 1000).toFixed(1)} kB`,
  }
}

export async function* combinationRows(loaded: LoadedInstance, count: number): AsyncGenerator<Row> {
  const { instance, service, filterValues } = loaded
  const { token, connection } = instance
  const { rows } = await instance.client.query<{ today: string }>(
    `select (now() at time zone 'Europe/Berlin')::date::text as today`,
  )
  const ceiling = await startCeiling('statement', { connection, today: rows[0]!.today })
  const about = { row: 4, name: 'GET /events, different filters each time', targetRatio: 10 }
  const paths = buildQueries(filterValues, count, false)
  yield combinationRow({ ...service, token }, { ...ceiling, token }, paths, about)
  await ceiling.stop()
}
