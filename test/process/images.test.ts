// Sizes of images through kill -9: each is made once, and nothing is left behind.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { instanceFolder } from '../support/data-folders.ts'
import { queryDatabase, removeDataFolder, serve, stop, waitUntil } from '../support/kontor-process.ts'
import { signInByInvitation } from '../support/office-process.ts'

const images = 6
/** While the image is decoded, while sizes are stored, after the end. */
const pausesMs = [0, 250, 700]

test(`the sizes of ${images} images through kill -9, ${pausesMs.length} times`, {
  timeout: 300_000,
}, async () => {
  const data = await instanceFolder()
  after(() => removeDataFolder(data))
  let service = await serve(data)
  const session = await signInByInvitation(service, data)
  const query = (text: string) => queryDatabase<{ count: number }>(data, text)
  const countOf = async (text: string) =>
    (await query(`select count(*)::int as count from ${text}`))[0]!.count
  await query(
    `insert into event (id, title) select i, 'Bild ' || i from generate_series(1, ${images}) i returning 0 as count`,
  )
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const content = await sharp({
    create: { width: 2400, height: 1600, channels: 3, background: '#fff', noise },
  })
    .jpeg()
    .toBuffer()
  for (let id = 1; id <= images; id++) {
    const answer = await fetch(`${service.url}/office/api/images/event/${id}?altText=Rauschen`, {
      method: 'POST',
      headers: { ...session, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content),
    })
    assert.equal(answer.status, 200, await answer.text())
  }
  for (const pauseMs of pausesMs) {
    await wait(pauseMs)
    service.child.kill('SIGKILL')
    await service.ended
    service = await serve(data)
    // Claims of the killed process end at once.
    await query('update image_resize set next_attempt_at = now() returning 0 as count')
  }
  await waitUntil(async () => (await countOf('image_resize')) === 0)
  assert.equal(await countOf('image_rendition'), images * 6)
  assert.equal(await countOf('(select distinct image_id, sha256 from image_rendition) r'), images * 6)
  const files = join(data, 'files')
  const stored = (await readdir(join(files, 'images'), { recursive: true })).filter((name) =>
    name.includes('.'),
  )
  // Each image with its sizes: files that a killed process had stored already have the same path.
  assert.equal(stored.length, images * 7)
  assert.deepEqual(await readdir(join(files, '.incoming')), [])
  assert.equal(await stop(service), 0)
})
