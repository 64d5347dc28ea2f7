import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ArchiveError } from '../../files/archive.ts'
import { packData, unpackData } from './data-tar.ts'

const headerBytes = 512
const timeout = 20_000

let folder: string
let packed: Buffer
let sha256: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kontor-data-tar-'))
  const data = join(folder, 'data')
  await mkdir(join(data, 'global'), { recursive: true })
  await writeFile(join(data, 'global/pg_control'), 'state of the database')
  await writeFile(join(data, 'PG_VERSION'), '18')
  await writeFile(join(data, 'postmaster.pid'), '1')
  packed = await buffer(packData(data))
  sha256 = createHash('sha256').update(packed).digest('hex')
})
after(() => rm(folder, { recursive: true }))

const unpack = (content: Buffer, name: string, checksum = sha256) =>
  unpackData(Readable.from([content]), join(folder, name), checksum)

test('packed files are unpacked, without those of the running server', { timeout }, async () => {
  await unpack(packed, 'copy')
  assert.deepEqual((await readdir(join(folder, 'copy'))).sort(), ['PG_VERSION', 'global'])
  assert.equal(await readFile(join(folder, 'copy/global/pg_control'), 'utf8'), 'state of the database')
  await assert.rejects(unpack(packed, 'other', '0'.repeat(64)), ArchiveError)
})

test('data that ends anywhere in an entry is damaged', { timeout }, async () => {
  const tar = gunzipSync(packed)
  for (let end = 0; end < tar.length - headerBytes; end += headerBytes / 2) {
    const whole = gzipSync(tar.subarray(0, end))
    const cut = whole.subarray(0, whole.length - 9)
    await assert.rejects(unpack(cut, `cut-${end}`), ArchiveError, `${end} bytes`)
  }
})
