// Memory of the category search, read as fast as it comes and slowly.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from './instance.ts'
import { get, prefix } from './kontor.ts'
import { run } from './processes.ts'

const mebibyte = 1024 * 1024

const residentOf = async (pid: number): Promise<number> =>
  Number(await run(['ps', '-o', 'rss=', '-p', String(pid)])) * 1024

/** Additional memory in MiB, and what was read meanwhile. */
export type Memory = { additional: number; before: number; megabytes: number; seconds: number }

/**
 * Reads all contacts of category 1 from a fresh process that has answered one search (of 1000 contacts) before.
 * @param pause how long to wait after each MiB, in ms; 0: not at all
 */
export async function measureSearchMemory(
  instance: Instance,
  contacts: number,
  pause: number,
): Promise<Memory> {
  const service = await instance.serve()
  await get(service, `${prefix}/contacts/search/category/2`, instance.token)
  const before = await residentOf(service.pid)
  let highest = before
  let reading = true
  const watching = (async () => {
    while (reading) {
      highest = Math.max(highest, await residentOf(service.pid))
      await sleep(50)
    }
  })()
  const started = performance.now()
  const read = await readSlowly(
    `${service.address}${prefix}/contacts/search/category/1`,
    instance.token,
    pause,
  )
  const seconds = (performance.now() - started) / 1000
  reading = false
  await watching
  await service.stop()
  if (read.contacts !== contacts) throw new Error(`${read.contacts} contacts instead of ${contacts} came`)
  return {
    additional: (highest - before) / mebibyte,
    before: before / mebibyte,
    megabytes: read.bytes / 1e6,
    seconds,
  }
}

const mark = '"contactType":'

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
    const parts = (rest + piece.toString('latin1')).split(mark)
    contacts += parts.length - 1
    rest = parts.at(-1)!.slice(1 - mark.length)
    if (pause > 0 && unpaused >= mebibyte) {
      unpaused = 0
      await sleep(pause)
    }
  }
  return { bytes, contacts }
}
