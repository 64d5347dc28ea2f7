// The suites of tests. Every test file belongs to exactly one, by its folder.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadedFrom } from './imports.ts'

/** A suite: the folders of its test files, and its description. */
type Suite = { content: string; folders: readonly string[] }

export const suites = {
  rules: {
    content: 'the rules of the product, on a real database, and one walk in a browser',
    folders: ['server', 'office', 'test', 'test/interface', 'test/upgrades', 'test/walk'],
  },
  exhaustive: {
    content:
      'every endpoint for hostile requests and for records that it must hide, the demo on many days, random catalogues beside a second implementation',
    folders: ['test/exhaustive'],
  },
  browser: { content: 'the back office and the pages in a browser', folders: ['test/office'] },
  processes: { content: 'services as processes, with their failures', folders: ['test/process'] },
  clients: { content: 'the clients and samples for websites', folders: ['test/clients'] },
  faults: { content: 'the checks of the attack and the faults', folders: ['test/faults'] },
} as const satisfies Record<string, Suite>

export type SuiteName = keyof typeof suites
export const suiteNames = Object.keys(suites) as SuiteName[]

/** Test files of `test/` belong to the folder that they are in; those of `server/` and `office/` to these, however deep they are. */
const folderOf = (file: string): string => {
  const [top = '', second = ''] = file.split('/')
  return top === 'test' && !second.includes('.') ? `${top}/${second}` : top
}

/** The suites of a test file; exactly one, says test/suites.test.ts. */
export const suitesOf = (file: string): SuiteName[] =>
  suiteNames.filter((name) => (suites[name].folders as readonly string[]).includes(folderOf(file)))

/** Whether a test file runs in a process with others: those of services and browsers have one of their own. */
export const sharesProcess = (file: string): boolean => {
  const [suite] = suitesOf(file)
  return (suite === 'rules' && folderOf(file) !== 'test/walk') || suite === 'faults' || suite === 'exhaustive'
}

/** All test files of the project. */
export const testFiles = (root: string): string[] =>
  globSync('**/*.test.{ts,tsx,mts,js,mjs}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', '.git'].includes(name),
  }).toSorted()

/**
 * Tests of clients, HTTP and files, of backups (`test/process/` has those of an external server), and of what the statements do, which other
 * tests run on every server.
 */
export const sameOnEveryServer = [
  ...['server/backup/', 'server/platform/files/', 'server/platform/http/', 'server/platform/pages/'],
  ...['test/clients/', 'test/exhaustive/', 'test/faults/', 'test/interface/', 'test/walk/'],
  ...['test/process/files-bucket.test.ts', 'test/request-body.test.ts'],
]

/** Whether a test is the same on every server, or loads nothing that reads KONTOR_TEST_DATABASE_URL. */
export const isSameOnEveryServer = (file: string, root: string): boolean =>
  sameOnEveryServer.some((path) => file.startsWith(path)) ||
  ![...loadedFrom([join(root, file)])].some((loaded) =>
    readFileSync(loaded, 'utf8').includes("process.env['KONTOR_TEST_DATABASE_URL']"),
  )
