// Row 8: rows 1 to 3 with two workers, compared with one.
import { startServeBeside } from '../../support/kontor.ts'
import type { Row } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { compareSameRow, type RepeatedRequest, repeatedRequests, unchangedRequest } from './events.ts'

const workers = 2

/** One request of each of rows 1 to 3. */
async function pickRequests(loaded: LoadedInstance): Promise<RepeatedRequest[]> {
  const [whole] = repeatedRequests(loaded).filter(({ row }) => row === 1)
  const [category] = repeatedRequests(loaded).filter(({ row }) => row === 2)
  return [whole!, category!, await unchangedRequest(loaded)]
}

export async function* workerRows(loaded: LoadedInstance): AsyncGenerator<Row> {
  const { instance, service } = loaded
  const { data, connection, token } = instance
  const several = await startServeBeside(data, connection, { args: ['--workers', String(workers)] })
  for (const { name, path, headers = {} } of await pickRequests(loaded)) {
    const repeated = { row: 8, name: `${name}, ${workers} workers vs. 1`, path, headers }
    yield compareSameRow({ ...several, token }, { ...service, token }, repeated)
  }
  await several.stop()
}
