// Row 9: rows 2, 4 and 6 with ten times the data, compared with the original data.
import { getBody } from '../../support/kontor.ts'
import type { Row } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { buildQueries } from '../instance/queries.ts'
import { loadOn } from '../load/load.ts'
import { combinationRow } from './combinations.ts'
import { searchPaths } from './contacts.ts'
import { compareSameRow, type RequestTarget, repeatedRequests, sameDates } from './events.ts'

const targetRatio = 0.8
const toTarget = ({ service, instance }: LoadedInstance): RequestTarget => ({
  ...service,
  token: instance.token,
})

export async function* tenfoldRows(
  many: LoadedInstance,
  one: LoadedInstance,
  count: number,
): AsyncGenerator<Row> {
  const [product, ceiling] = [toTarget(many), toTarget(one)]
  const amount = `${many.catalogue.dates.toLocaleString('en')} dates`
  for (const repeated of repeatedRequests(one).filter(
    (all) => all.row === 2 && all.targetRatio !== undefined,
  ))
    yield compareSameRow(
      product,
      ceiling,
      { ...repeated, row: 9, name: `${repeated.name}, ${amount}`, targetRatio: targetRatio },
      sameDates,
    )

  const paths = buildQueries(one.filterValues, count, true)
  const rowInfo = {
    row: 9,
    name: `GET /events, different filters each time, ${amount}`,
    targetRatio: targetRatio,
  }
  yield combinationRow(product, ceiling, paths, rowInfo, sameDates)

  const [manyPaths, onePaths] = [searchPaths(many), searchPaths(one)]
  yield {
    row: 9,
    name: `contact by e-mail, ${many.contacts.persons.toLocaleString('en')} contacts`,
    bytes: (await getBody(product, manyPaths[1]!, product.token)).length,
    targetRatio: targetRatio,
    product: loadOn({ ...product, requests: { paths: manyPaths } }),
    ceiling: loadOn({ ...ceiling, requests: { paths: onePaths } }),
  }
}
