// Row 10: resident memory, time to the first answer after a start, time from a write to its answer.

import { median } from './compare.ts'
import { eventsPath } from './instance/catalogue.ts'
import { get, serveBeside } from './instance/kontor.ts'
import type { Loaded } from './instance/loaded.ts'
import { under } from './load/load.ts'
import { repeatedRequests } from './rows/events.ts'
import { residentOf } from './rows/memory.ts'

const beside = ({ instance }: Loaded) => serveBeside(instance.data, instance.connection)
const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
const spread = (times: readonly number[]): string =>
  `${milliseconds(median(times))} (median of ${times.length}; at most ${milliseconds(Math.max(...times))})`

/** Of a fresh process: after its start and one small answer, and after the load of row 1. */
export async function residentMemory(loaded: Loaded, seconds: number): Promise<string> {
  const { token } = loaded.instance
  const service = await beside(loaded)
  await get(service, eventsPath(`dateId=${loaded.choice.date}`), token)
  const first = await residentOf(service.pid)
  for (const { row, path, headers = {} } of repeatedRequests(loaded))
    if (row === 1)
      await under({ address: service.address, token, requests: { paths: [path], headers } }).load(seconds, 0)
  const then = await residentOf(service.pid)
  await service.stop()
  return `${mebibytes(then)} after row 1, ${mebibytes(first)} before`
}

/** From the start of the process, the database running already, to the end of the first answer. */
export async function firstAnswer(loaded: Loaded, path: string, times: number): Promise<string> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const started = performance.now()
    const service = await beside(loaded)
    await get(service, path, loaded.instance.token)
    took.push(performance.now() - started)
    await service.stop()
  }
  return spread(took)
}

/**
 * From a write's acknowledgement to the end of the answer of a process that was asked at once, on a new connection.
 * @throws where an answer does not show the write
 */
export async function writeToAnswer(loaded: Loaded, path: string, times: number): Promise<string> {
  const { client, token } = loaded.instance
  const { date } = loaded.choice
  const { rows } = await client.query<{ title: string }>('select title from event_date where id = $1', [date])
  const write = (title: string) =>
    client.query('update event_date set title = $2 where id = $1', [date, title])
  await get(loaded.service, path, token)
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const title = `Written ${time}.`
    await write(title)
    const acknowledged = performance.now()
    const answer = await get(loaded.service, path, token)
    took.push(performance.now() - acknowledged)
    if (!answer.includes(`"${title}"`)) throw new Error(`GET ${path} does not show what was written before`)
  }
  await write(rows[0]!.title)
  return spread(took)
}

/** The facts of row 10, by name. */
export async function* factsOf(loaded: Loaded, quick: boolean): AsyncGenerator<[string, string]> {
  const one = eventsPath(`dateId=${loaded.choice.date}`)
  const whole = eventsPath()
  yield ['resident memory', await residentMemory(loaded, quick ? 1 : 5)]
  yield ['from the start to the first answer, one date', await firstAnswer(loaded, one, quick ? 1 : 5)]
  yield ['from the start to the first answer, all', await firstAnswer(loaded, whole, quick ? 1 : 5)]
  yield ['from a write to its answer, one date', await writeToAnswer(loaded, one, quick ? 50 : 200)]
  yield ['from a write to its answer, all', await writeToAnswer(loaded, whole, quick ? 3 : 50)]
}
