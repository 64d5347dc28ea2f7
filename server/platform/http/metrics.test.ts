import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRequest, formatMetrics, measureJobs, readMetrics } from './metrics.ts'

test('requests are counted by status, and the text stays short for many routes and statuses', async () => {
  const statuses = [200, 304, 400, 401, 403, 404, 409, 429]
  for (let route = 0; route < 250; route++)
    for (const status of statuses) countRequest('GET', `/route/${route}`, status, 3)
  countRequest('GET', '/route/7', 404, 300)

  const lines = (await formatMetrics([await readMetrics()])).split('\n')
  assert.ok(lines.includes('kontor_http_requests_total{method="GET",route="/route/7",status="404"} 2'))
  assert.ok(lines.includes('kontor_http_requests_total{method="GET",route="/route/7",status="200"} 1'))
  const durations = lines.filter(
    (line) => line.startsWith('kontor_http_request_duration_seconds') && line.includes('"/route/7"'),
  )
  assert.match(durations.join('\n'), /_count\{method="GET",route="\/route\/7"\} 9$/)
  assert.match(durations.join('\n'), /_bucket\{le="0.005",method="GET",route="\/route\/7"\} 8\n/)
  assert.ok(lines.length < 7000, `${lines.length} lines`)
})

test('ages of jobs that the database does not tell are missing, and a scrape does not wait for them', async () => {
  type Ages = [string, number][]
  let read = async (): Promise<Ages> => [['send-mail', 7]]
  measureJobs(() => read())
  const scrape = async () => formatMetrics([await readMetrics()])
  assert.match(await scrape(), /^kontor_job_waiting_seconds\{background_job="send-mail"\} 7$/m)
  read = () => new Promise(() => {})
  const startedAt = performance.now()
  assert.doesNotMatch(await scrape(), /^kontor_job_waiting_seconds\{/m)
  assert.ok(performance.now() - startedAt < 5000)
  read = async () => Promise.reject(new Error('no connection'))
  assert.doesNotMatch(await scrape(), /^kontor_job_waiting_seconds\{/m)
})
