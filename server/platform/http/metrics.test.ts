import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRequest, formatMetrics, formatOwnMetrics, readMetrics } from './metrics.ts'

test('requests are counted by status, and the text stays short for many routes and statuses', async () => {
  const readLines = async () => (await formatOwnMetrics()).split('\n')
  // Other tests of this process have made requests, too.
  const { length: linesBefore } = await readLines()
  const statuses = [200, 304, 400, 401, 403, 404, 409, 429]
  for (let route = 0; route < 250; route++)
    for (const status of statuses) countRequest('GET', `/route/${route}`, status, 3)
  countRequest('GET', '/route/7', 404, 300)

  const lines = await readLines()
  assert.ok(lines.includes('kontor_http_requests_total{method="GET",route="/route/7",status="404"} 2'))
  assert.ok(lines.includes('kontor_http_requests_total{method="GET",route="/route/7",status="200"} 1'))
  const durations = lines.filter(
    (line) => line.startsWith('kontor_http_request_duration_seconds') && line.includes('"/route/7"'),
  )
  assert.match(durations.join('\n'), /_count\{method="GET",route="\/route\/7"\} 9$/)
  assert.match(durations.join('\n'), /_bucket\{le="0.005",method="GET",route="\/route\/7"\} 8\n/)
  assert.ok(lines.length - linesBefore < 7000, `${lines.length - linesBefore} lines`)
})

test('the metrics of one process are those of the aggregation', async () => {
  countRequest('GET', '/route/one', 200, 3)
  const ownLines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('kontor_http_'))
      .toSorted()
  const aggregated = ownLines(await formatMetrics([await readMetrics()]))
  assert.ok(aggregated.length > 10)
  assert.deepEqual(ownLines(await formatOwnMetrics()), aggregated)
})
