// Memory of a process, and the growth by a category search, with a fast and a slow client.
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBody, prefix, startServeBeside } from '../../support/kontor.ts'
import { run } from '../../support/processes.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'

const mebibyte = 1024 * 1024

/** The resident memory of a process, in bytes. */
export async function readResidentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]
  return Number(kilobytes ?? (await run(['ps', '-o', 'rss=', '-p', String(pid)]))) * 1024
}

/** Additional memory in MiB, and the amount of data read. */
type MemoryResult = { additional: number; before: number; megabytes: number; seconds: number }

/**
 * Reads all contacts of a category from a new process that has answered one search (1000 contacts) before.
 * @param pause pause after each MiB in ms; 0: none
 */
export async function measureSearchMemory(
  { instance, contacts }: LoadedInstance,
  pause: number,
): Promise<MemoryResult> {
  const service = await startServeBeside(instance.data, instance.connection)
  const path = (category: number) => `${prefix}/contacts/search/category/${category}`
  await getBody(service, path(contacts.thousandCategory), instance.token)
  const before = await readResidentMemory(service.pid)
  let highest = before
  let reading = true
  const watcher = (async () => {
    while (reading) {
      highest = Math.max(highest, await readResidentMemory(service.pid))
      await sleep(50)
    }
  })()
  const started = performance.now()
  const read = await readSlowly(`${service.address}${path(contacts.allCategory)}`, instance.token, pause)
  const seconds = (performance.now() - started) / 1000
  reading = false
  await watcher
  await service.stop()
  if (read.contacts !== contacts.inCategory)
    throw new Error(`received ${read.contacts} contacts instead of ${contacts.inCategory}`)
  return {
    additional: (highest - before) / mebibyte,
    before: before / mebibyte,
    megabytes: read.bytes / 1e6,
    seconds,
  }
}

const recordMark = '"contactType":'

async function readSlowly(
  url: string,
  token: string,
  pause: number,
): Promise<{ bytes: number; contacts: number }> {
  const asking = request(url, { headers: { authorization: `token ${token}` }, timeout: 300_000 })
  asking.end()
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve)
    asking.once('error', reject)
  })
  let bytes = 0
  let contacts = 0
  let rest = ''
  let unpaused = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    unpaused += piece.length
    const parts = (rest + piece.toString('latin1')).split(recordMark)
    contacts += parts.length - 1
    rest = parts.at(-1)!.slice(1 - recordMark.length)
    if (pause > 0 && unpaused >= mebibyte) {
      unpaused = 0
      await sleep(pause)
    }
  }
  return { bytes, contacts }
}
