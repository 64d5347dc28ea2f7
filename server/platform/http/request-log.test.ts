import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { logRequest } from './request-log.ts'

/** A log with its lines. */
function openLog(level = 'info') {
  const lines: string[] = []
  const base = { pid: 1, hostname: 'host' }
  const log = pino(
    { level, base, timestamp: () => ',"time":1' },
    { write: (line: string) => void lines.push(line) },
  )
  return { log, lines }
}

const request = { reqId: '5f0c-1', method: 'GET', route: '/public/v1/dates/:id', status: 200, ms: 1.26 }

test('the line of a request is that which pino writes', () => {
  const { log, lines } = openLog()
  logRequest(log, { ...request, websiteKeyId: 3 })
  const { reqId, ms: _, ...common } = request
  log.info({ ...common, websiteKeyId: 3, reqId, ms: 1.3 }, 'request')
  assert.equal(lines[0], lines[1])
})

test('each requester has its own line', () => {
  const { log, lines } = openLog()
  const requesters = [{ websiteKeyId: 3 }, { websiteKeyId: 4 }, { tokenId: 3, userId: 1 }, {}]
  for (const requester of requesters) logRequest(log, { ...request, ...requester })
  const logged = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    logged.map(({ websiteKeyId, tokenId, userId }) => [websiteKeyId, tokenId, userId]),
    requesters.map(({ websiteKeyId, tokenId, userId }) => [websiteKeyId, tokenId, userId]),
  )
})

test('a log without requests has no line of one', () => {
  const { log, lines } = openLog('warn')
  logRequest(log, request)
  assert.deepEqual(lines, [])
})
