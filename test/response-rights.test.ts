// A change hands out no record that its user may not read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeEndpoints } from '../server/office.ts'
import { type Endpoint, rightsOf } from '../server/platform/http/endpoint.ts'

/** Whether the rights of an endpoint include those of another one. Administrators have all. */
const includesRights = (of: Endpoint, other: Endpoint): boolean =>
  rightsOf(of).includes('admin') || rightsOf(other).every((right) => rightsOf(of).includes(right))

test('an office endpoint that responds with a record requires the right to read it', () => {
  const reads = officeEndpoints.filter(({ method }) => method === 'GET')
  const wrong = officeEndpoints.filter((one) => {
    const sameRecord = reads.filter(({ response }) => response.items === one.response.items)
    return sameRecord.length > 0 && !sameRecord.some((read) => includesRights(one, read))
  })
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  )
})
