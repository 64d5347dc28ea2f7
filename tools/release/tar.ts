// Archives whose bytes follow from their entries alone.
import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Header, pack } from 'tar-stream'
import { contentOf, type Entry, withFolders } from './entries.ts'

const hashing = (hash: Hash): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

const typeOf = (entry: Entry): 'directory' | 'symlink' | 'file' =>
  'folder' in entry ? 'directory' : 'link' in entry ? 'symlink' : 'file'

/**
 * Packs entries and the folders that they are in.
 * @param level of gzip, or undefined: not compressed. It is the system's gzip: that of Node writes other bytes on other processors
 * @returns the SHA-256 of the archive before it was compressed
 */
export async function packTar(
  entries: readonly Entry[],
  file: string,
  seconds: number,
  level?: number,
): Promise<string> {
  const archive = pack()
  const hash = createHash('sha256')
  const target = createWriteStream(file)
  const written = level === undefined ? pipeline(archive, hashing(hash), target) : compressed(level)

  async function compressed(strength: number): Promise<void> {
    const gzip = spawn('gzip', ['-n', `-${strength}`], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(gzip, 'close')
    await Promise.all([pipeline(archive, hashing(hash), gzip.stdin), pipeline(gzip.stdout, target)])
    const [code] = await ended
    if (code !== 0) throw new Error(`gzip failed (${code})`)
  }

  for (const entry of withFolders(entries)) {
    const header: Partial<Header> & { name: string } = {
      name: 'folder' in entry ? `${entry.path}/` : entry.path,
      mode: entry.mode,
      mtime: new Date(seconds * 1000),
      uid: entry.owner ?? 0,
      gid: entry.owner ?? 0,
      type: typeOf(entry),
      ...('link' in entry ? { linkname: entry.link } : {}),
    }
    const content = await contentOf(entry)
    await new Promise<void>((accept, reject) => {
      archive.entry(header, content, (error) => (error ? reject(error) : accept()))
    })
  }
  archive.finalize()
  await written
  return hash.digest('hex')
}
