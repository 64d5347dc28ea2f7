// Row 8: rows 1 to 3 with two workers, beside one.
import type { Row } from '../compare.ts'
import { serveBeside } from '../instance/kontor.ts'
import type { Loaded } from '../instance/loaded.ts'
import { type Repeated, repeatedRequests, sameRow, unchangedRequest } from './events.ts'

const workers = 2

/** What of rows 1 to 3 is asked with workers: one of each. */
async function requests(loaded: Loaded): Promise<Repeated[]> {
  const [whole] = repeatedRequests(loaded).filter(({ row }) => row === 1)
  const [category] = repeatedRequests(loaded).filter(({ row }) => row === 2)
  return [whole!, category!, await unchangedRequest(loaded)]
}

/** Row 8. */
export async function* workerRows(loaded: Loaded): AsyncGenerator<Row> {
  const { instance, service } = loaded
  const { data, connection, token } = instance
  const several = await serveBeside(data, connection, { args: ['--workers', String(workers)] })
  for (const { name, path, headers = {} } of await requests(loaded)) {
    const repeated = { row: 8, name: `${name}, ${workers} workers beside 1`, path, headers }
    yield sameRow({ ...several, token }, { ...service, token }, repeated)
  }
  await several.stop()
}
