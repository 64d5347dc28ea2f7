import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const origin = 'https://kontor.example'
const headers = { Authorization: 'Bearer pk_demo' }

/** The JSON of an answer; undefined: the cursor has expired. After too many requests, it waits as long as it is asked to. */
async function get(path) {
  for (;;) {
    const response = await fetch(origin + path, { headers })
    if (response.ok) return response.json()
    if (response.status === 410) return undefined
    if (![429, 503].includes(response.status)) throw new Error(`${response.status} ${await response.text()}`)
    await sleep(1000 * Number(response.headers.get('Retry-After') ?? 10))
  }
}

/** Renamed at the end: a reader never sees half of it. */
async function save(copy) {
  await writeFile('dates.json.new', JSON.stringify(copy))
  await rename('dates.json.new', 'dates.json')
}

async function readAll() {
  const { next: cursor } = await get('/public/v1/changes')
  const dates = {}
  for (let path = '/public/v1/dates?limit=100'; path; ) {
    const { data, next } = await get(path)
    for (const date of data) dates[date.id] = date
    path = next
  }
  return { cursor, dates }
}

async function update(copy) {
  for (;;) {
    const page = await get(`/public/v1/changes?include=data&since=${encodeURIComponent(copy.cursor)}`)
    if (!page) return readAll()
    for (const { type, id, data } of page.data) {
      if (type !== 'date') continue
      if (data) copy.dates[id] = data
      else delete copy.dates[id]
    }
    copy.cursor = page.next
    if (page.data.length === 0) return copy
    // The next run goes on from here, should this one break off.
    await save(copy)
  }
}

const stored = await readFile('dates.json', 'utf8').catch(() => '')
const copy = stored ? await update(JSON.parse(stored)) : await readAll()
await save(copy)
console.log(`${Object.keys(copy.dates).length} dates`)
