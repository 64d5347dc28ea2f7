// Row 10: resident memory, time from the start to the first response, time from a write to the response that shows it.
import { getBody, startServeBeside } from '../support/kontor.ts'
import { median } from './compare.ts'
import { eventsPath } from './instance/catalogue.ts'
import type { LoadedInstance } from './instance/loaded-instance.ts'
import { loadOn } from './load/load.ts'
import { repeatedRequests } from './rows/events.ts'
import { readResidentMemory } from './rows/memory.ts'

const startBeside = ({ instance }: LoadedInstance) => startServeBeside(instance.data, instance.connection)
const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
const spread = (times: readonly number[]): string =>
  `${milliseconds(median(times))} (median of ${times.length}; max. ${milliseconds(Math.max(...times))})`

/** Of a new process: after its start and one small response, and after the load of row 1. */
async function measureResidentMemory(loaded: LoadedInstance, seconds: number): Promise<string> {
  const { token } = loaded.instance
  const service = await startBeside(loaded)
  await getBody(service, eventsPath(`dateId=${loaded.targets.date}`), token)
  const first = await readResidentMemory(service.pid)
  for (const { row, path, headers = {} } of repeatedRequests(loaded))
    if (row === 1)
      await loadOn({ address: service.address, token, requests: { paths: [path], headers } }).load(seconds, 0)
  const then = await readResidentMemory(service.pid)
  await service.stop()
  return `${mebibytes(then)} after row 1, ${mebibytes(first)} before`
}

/** From the start of the process, with the database running, to the end of the first response. */
async function measureFirstResponse(loaded: LoadedInstance, path: string, times: number): Promise<string> {
  const durations: number[] = []
  for (let time = 0; time < times; time++) {
    const started = performance.now()
    const service = await startBeside(loaded)
    await getBody(service, path, loaded.instance.token)
    durations.push(performance.now() - started)
    await service.stop()
  }
  return spread(durations)
}

/**
 * From the acknowledgement of a write to the end of the response to a request that follows immediately, on a new connection.
 * @throws if the response does not show the write
 */
async function measureWriteToResponse(loaded: LoadedInstance, path: string, times: number): Promise<string> {
  const { client, token } = loaded.instance
  const { date } = loaded.targets
  const { rows } = await client.query<{ title: string }>('select title from event_date where id = $1', [date])
  const write = (title: string) =>
    client.query('update event_date set title = $2 where id = $1', [date, title])
  await getBody(loaded.service, path, token)
  const durations: number[] = []
  for (let time = 0; time < times; time++) {
    const title = `Written ${time}.`
    await write(title)
    const acknowledged = performance.now()
    const answer = await getBody(loaded.service, path, token)
    durations.push(performance.now() - acknowledged)
    if (!answer.includes(`"${title}"`)) throw new Error(`GET ${path} does not show the previous write`)
  }
  await write(rows[0]!.title)
  return spread(durations)
}

/** The facts of row 10, by name. */
export async function* factsOf(loaded: LoadedInstance, quick: boolean): AsyncGenerator<[string, string]> {
  const one = eventsPath(`dateId=${loaded.targets.date}`)
  const whole = eventsPath()
  yield ['resident memory', await measureResidentMemory(loaded, quick ? 1 : 5)]
  yield [
    'time from start to first response, one date',
    await measureFirstResponse(loaded, one, quick ? 1 : 5),
  ]
  yield ['time from start to first response, all', await measureFirstResponse(loaded, whole, quick ? 1 : 5)]
  yield [
    'time from a write to the response that shows it, one date',
    await measureWriteToResponse(loaded, one, quick ? 50 : 200),
  ]
  yield [
    'time from a write to the response that shows it, all',
    await measureWriteToResponse(loaded, whole, quick ? 3 : 50),
  ]
}
