import { readFile, rename, writeFile } from 'node:fs/promises'

const origin = 'https://kontor.example'
const headers = { Authorization: 'Bearer pk_demo' }
const get = (path) => fetch(origin + path, { headers })

const json = async (response) => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}

async function readAll() {
  const { next: cursor } = await json(await get('/public/v1/changes'))
  const dates = {}
  for (let path = '/public/v1/dates?limit=100'; path; ) {
    const { data, next } = await json(await get(path))
    for (const date of data) dates[date.id] = date
    path = next
  }
  return { cursor, dates }
}

async function update(copy) {
  for (;;) {
    const answer = await get(`/public/v1/changes?since=${encodeURIComponent(copy.cursor)}`)
    if (answer.status === 410) return readAll()
    const { data, next } = await json(answer)
    for (const { type, id, change } of data) {
      if (type !== 'date') continue
      const date = change === 'removed' ? undefined : await get(`/public/v1/dates/${id}`)
      // Removed since it was changed.
      if (!date || date.status === 404) delete copy.dates[id]
      else copy.dates[id] = await json(date)
    }
    copy.cursor = next
    if (data.length === 0) return copy
  }
}

const stored = await readFile('dates.json', 'utf8').catch(() => '')
const copy = stored ? await update(JSON.parse(stored)) : await readAll()
// Renamed at the end: a reader never sees half of it.
await writeFile('dates.json.new', JSON.stringify(copy))
await rename('dates.json.new', 'dates.json')
console.log(`${Object.keys(copy.dates).length} dates`)
