// Row 9: rows 2, 4 and 6 on so many times the data, beside once.
import type { Row } from '../compare.ts'
import { get } from '../instance/kontor.ts'
import type { Loaded } from '../instance/loaded.ts'
import { combinations } from '../instance/queries.ts'
import { under } from '../load/load.ts'
import { combinationRow } from './combinations.ts'
import { searchPaths } from './contacts.ts'
import { type Place, repeatedRequests, sameDates, sameRow } from './events.ts'

const wanted = 0.8
const placeOf = ({ service, instance }: Loaded): Place => ({ ...service, token: instance.token })

/** Row 9. */
export async function* tenfoldRows(many: Loaded, one: Loaded, count: number): AsyncGenerator<Row> {
  const [product, ceiling] = [placeOf(many), placeOf(one)]
  const amount = `${many.catalogue.dates.toLocaleString('en')} dates`
  for (const repeated of repeatedRequests(one).filter((all) => all.row === 2 && all.wanted !== undefined))
    yield sameRow(
      product,
      ceiling,
      { ...repeated, row: 9, name: `${repeated.name}, ${amount}`, wanted },
      sameDates,
    )

  const paths = combinations(one.ground, count, true)
  const about = { row: 9, name: `GET /events, always other filters, ${amount}`, wanted }
  yield combinationRow(product, ceiling, paths, about, sameDates)

  const [manyPaths, onePaths] = [searchPaths(many), searchPaths(one)]
  yield {
    row: 9,
    name: `contact by e-mail of ${many.contacts.persons.toLocaleString('en')}`,
    bytes: (await get(product, manyPaths[1]!, product.token)).length,
    wanted,
    product: under({ ...product, requests: { paths: manyPaths } }),
    ceiling: under({ ...ceiling, requests: { paths: onePaths } }),
  }
}
