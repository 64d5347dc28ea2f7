// Which Kontor this is: the one home of version, commit and schema.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The identity of a build. `schema`: the number of its newest migration; `commit` and `date`: '' if they are not known. */
export type BuildVersion = { version: string; commit: string; date: string; schema: number }

/** The number that the name of a migration begins with. */
export const migrationNumber = (name: string): number => Number.parseInt(name, 10)

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

/** The checked-out commit, without git, which may be missing and rejects a repository of another account. */
function commitOfRepository(folder: string): string {
  const gitEntry = join(folder, '.git')
  // In a further work tree, the entry is a file that names the folder.
  const named = /^gitdir: (.+)$/.exec(readText(gitEntry))?.[1]
  const own = named === undefined ? gitEntry : resolve(folder, named)
  const shared = resolve(own, readText(join(own, 'commondir')))
  const head = readText(join(own, 'HEAD'))
  const reference = /^ref: (.+)$/.exec(head)?.[1]
  if (reference === undefined) return commitIn(head)
  const packed = readText(join(shared, 'packed-refs'))
    .split('\n')
    .find((line) => line.endsWith(` ${reference}`))
  return commitIn(readText(join(own, reference)) || readText(join(shared, reference)) || (packed ?? ''))
}

const commitIn = (text: string): string => /^[0-9a-f]{40,64}/.exec(text)?.[0] ?? ''

/**
 * Reads which Kontor a folder holds: by its package.json, its release.json if it was made by a release, and otherwise its repository.
 */
export function readVersion(folder: string): BuildVersion {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const migrations = readdirSync(join(folder, 'migrations')).filter((name) => name.endsWith('.sql'))
  const schema = Math.max(...migrations.map(migrationNumber))
  const release = readText(join(folder, 'release.json'))
  if (release === '') return { version, commit: commitOfRepository(folder), date: '', schema }
  const { commit = '', date = '' } = JSON.parse(release) as { commit?: string; date?: string }
  return { version, commit, date, schema }
}

let own: BuildVersion | undefined

/** This Kontor. Read once: an upgrade of the files does not change the running process. */
export const kontorVersion = (): BuildVersion => (own ??= readVersion(root))

const shownDigits = 12

/** A line such as `0.3.0 (commit d5badb1bf03a, schema 54)`. */
export function versionText({ version, commit, schema }: BuildVersion = kontorVersion()): string {
  return `${version} (${commit === '' ? '' : `commit ${commit.slice(0, shownDigits)}, `}schema ${schema})`
}
