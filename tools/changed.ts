// The test files that a change reaches: those that load a changed file, directly or indirectly, or run it as a program.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadedFrom } from './imports.ts'

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files that differ from a commit, with those that git does not know. Default: where this branch left main; on main, the last commit. */
export function changedFiles(root: string, commit?: string): string[] {
  const branches = git(root, 'branch', '--format=%(refname:short)', '--list', 'main')
  const start = commit ?? (branches.length > 0 ? git(root, 'merge-base', 'HEAD', 'main')[0]! : 'HEAD')
  return [
    ...git(root, 'diff', '--name-only', '--no-renames', start, '--'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]
}

/** With these, everything changes. */
const everywhere =
  /^(migrations\/|package(-lock)?\.json$|\.npmrc$|tsconfig\.json$|tools\/(test|suites|changed|end-with)[^/]*$)/

/** Support of tests that runs other code of the project as programs: the folders of this code. */
const runs: Record<string, RegExp> = {
  'test/support/kontor-process.ts': /^(server|bin|website|docs)\//,
  'test/office/office.ts': /^(office|website)\//,
  'test/support/browser.ts': /^(office|website|clients)\//,
}

/** Tests that read the whole project start no instance and are quick. */
const readsProject = (file: string, loaded: ReadonlySet<string>): boolean =>
  /^test\/[^/]+$/.test(file) && ![...loaded].some((one) => one.startsWith('test/support/'))

const loadedByTests = new Map<string, ReadonlySet<string>>()

/** The files that a test file loads, relative to the project. */
function loadedBy(test: string, root: string): ReadonlySet<string> {
  const path = join(root, test)
  const loaded =
    loadedByTests.get(path) ?? new Set([...loadedFrom([path])].map((file) => file.slice(root.length + 1)))
  loadedByTests.set(path, loaded)
  return loaded
}

/** The test files that these changed files reach. */
export function reachedBy(changed: readonly string[], tests: readonly string[], root: string): string[] {
  if (changed.some((file) => everywhere.test(file))) return [...tests]
  const texts = new Map<string, string>()
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    texts.set(file, text)
    return text
  }
  // Read as files: documents, pictures, configurations.
  const names = changed.filter((file) => !/\.tsx?$/.test(file)).map((file) => basename(file))
  return tests.filter((test) => {
    const loaded = loadedBy(test, root)
    if (readsProject(test, loaded) && changed.length > 0) return true
    const programs = Object.entries(runs).flatMap(([file, pattern]) => (loaded.has(file) ? [pattern] : []))
    const own = [...loaded].filter((file) => /^(test\/|server\/.*\.test\.ts$)/.test(file))
    return (
      changed.some((file) => loaded.has(file) || programs.some((pattern) => pattern.test(file))) ||
      names.some((name) => own.some((file) => textOf(file).includes(name)))
    )
  })
}
