// The source of a release: a commit of this checkout.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export type Source = {
  version: string
  commit: string
  /** When it was committed, in seconds: the time of every file in the artefacts. */
  seconds: number
  /** The files of the commit. */
  files: readonly string[]
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }).trim()

/**
 * @param options.version another one than that of package.json, for tests of upgrades
 * @param options.allowChanges whether files may differ from the commit, whose name then says so
 * @throws Error if they differ
 */
export function readSource(options: { version?: string; allowChanges?: boolean }): Source {
  const changed = git('status', '--porcelain', '--untracked-files=normal')
  if (changed !== '' && !options.allowChanges)
    throw new Error(`commit these files first, or release with --allow-changes:\n${changed}`)
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate').split('\n')
  const deleted = new Set(git('ls-files', '--deleted').split('\n'))
  return {
    version: options.version ?? JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    commit: git('rev-parse', 'HEAD') + (changed === '' ? '' : '-changed'),
    seconds: Number(git('log', '-1', '--format=%ct')),
    files: files.filter((file) => !deleted.has(file)),
  }
}
