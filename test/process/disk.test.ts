// The warning of a service about low disk space: once for all its processes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instanceFolder } from '../support/data-folders.ts'
import { removeDataFolder, start, stop, waitUntilServing } from '../support/kontor-process.ts'

describe('low disk space', () => {
  for (const args of [[], ['--workers', '2']])
    test(`is logged once and in the metrics: serve ${args.join(' ')}`, { timeout: 300_000 }, async () => {
      const data = await instanceFolder()
      try {
        const service = await waitUntilServing(
          start(['serve', ...args], {
            KONTOR_DATA: data,
            KONTOR_PORT: '0',
            KONTOR_DISK_WARNING: '1000000GiB',
          }),
        )
        const isMeasured = async () =>
          /^kontor_disk_low\{(worker="primary",)?disk="database"(,worker="primary")?\} 1$/m.test(
            await (await fetch(`${service.url}/metrics`)).text(),
          )
        while (!(await isMeasured())) await wait(50)
        assert.equal(await stop(service), 0)
        const lines = service
          .stdout()
          .split('\n')
          .filter((line) => line.includes('disk space is low'))
        assert.equal(lines.length, 1)
        const { level, disk } = JSON.parse(lines[0]!)
        assert.equal(level, 40)
        assert.ok(disk.contents.includes('database') && disk.freeBytes > 0)
      } finally {
        await removeDataFolder(data)
      }
    })
})
