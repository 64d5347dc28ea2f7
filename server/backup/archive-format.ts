// The form of an archive of kontor backup: a tar of its head, the tables, the stored files, and the manifest.
import type { Readable } from 'node:stream'
import { ArchiveError } from '../platform/files/archive.ts'
import type { ContentSum } from '../platform/files/measure-content.ts'

/** An archive cannot be written, or is damaged: one line for the operator that names the entry. */
export class BackupError extends ArchiveError {}

/** The entries of an archive, in this order. The manifest is the last one, so that an archive can be written as a stream. */
export const headName = 'backup.json'
export const tablesFolder = 'tables/'
export const filesFolder = 'files/'
export const manifestName = 'manifest.jsonl'

/** Incremented when the form changes. Tables and columns may change without it. */
export const archiveVersion = 4

/** The description of an archive in itself. */
export type ArchiveHead = {
  format: 'kontor backup'
  version: number
  /** Those of the database, which are the version of its schema. */
  migrations: readonly { name: string; checksum: string | null }[]
  /** The last number that each sequence has given; null: none yet. */
  sequences: readonly { name: string; last: number | null }[]
  /** The id of the key that encrypts the secrets, which the archive does not have; left out: no secret is encrypted. */
  secretKey?: string | undefined
}

/** An entry beside the manifest; `size` in bytes, `sha256` in hexadecimal. */
export type Entry = { name: string; size: number; sha256: string }

/** The entry of some content. */
export const toEntry = (name: string, { size, sha256 }: ContentSum): Entry => ({
  name,
  size,
  sha256: sha256.toString('hex'),
})

/** A line of the manifest. */
export const manifestLine = (entry: Entry): string => `${JSON.stringify(entry)}\n`

/** The lines of a text. Not by readline, which treats U+2028 as the end of a line. */
export async function* splitLines(source: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of source.setEncoding('utf8')) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
