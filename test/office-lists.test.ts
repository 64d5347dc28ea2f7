// Every list of the back office can be ordered by each of its columns, in both directions, with and without a search text.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { officeEndpoints } from '../server/office.ts'
import { insertSamples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
await insertSamples(kontor)
const session = await kontor.signIn()

type QuerySchema = { properties?: { sort?: { enum?: string[] }; q?: object } }

const lists = officeEndpoints.flatMap(({ method, path, query }) => {
  const { sort, q } = (query as QuerySchema | undefined)?.properties ?? {}
  const isList = method === 'GET' && sort?.enum && !/\{|export$/.test(path)
  return isList ? [{ path, sorts: sort.enum!, hasSearch: q !== undefined }] : []
})

test('there are lists', () => assert.ok(lists.length > 15, String(lists.length)))

for (const { path, sorts, hasSearch } of lists)
  test(`GET ${path} accepts each of its orders, and numbers are in order`, async () => {
    for (const sort of sorts)
      for (const order of ['asc', 'desc'])
        for (const search of hasSearch ? ['', '&q=a'] : ['']) {
          const url = `${path}?sort=${sort}&order=${order}&perPage=1000${search}`
          const { status, json, text } = await session.call('GET', url)
          assert.equal(status, 200, `${url}: ${text}`)
          const values = json.map((row: Record<string, unknown>) => row[sort])
          if (!values.every((value: unknown) => typeof value === 'number')) continue
          const sorted = values.toSorted((one: number, other: number) =>
            order === 'asc' ? one - other : other - one,
          )
          assert.deepEqual(values, sorted, url)
        }
  })
