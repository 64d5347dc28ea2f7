// Rules of the code: imports between rooms, size of files and folders, names, and tests for the interface decisions.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'node:test'
import { loadedFrom } from '../tools/imports.ts'

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `server/${name.split(sep).join('/')}`)
  .toSorted()
const isTest = (file: string) => file.endsWith('.test.ts')
const source = (file: string) => readFileSync(join(root, file), 'utf8')

/** The imports of a file, as files of the project or names of packages. */
const importsOf = (file: string, withDynamic = true): string[] =>
  [
    ...source(file).matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm),
    ...(withDynamic ? source(file).matchAll(/\bimport\('([^']+)'\)/g) : []),
  ].map(([, name]) =>
    name!.startsWith('.')
      ? normalize(join(dirname(file), name!))
          .split(sep)
          .join('/')
      : name!,
  )

/** The room of a file: `contacts` for `server/contacts/contact.sql.ts`; a file directly in server/ is a room of its own. */
const roomOf = (file: string): string =>
  (/^server\/([^/]+)\//.exec(file) ?? /^server\/(.+)$/.exec(file))?.[1] ?? file

/** The rooms that each room may import, beside platform, addresses and itself. */
const allowed: Record<string, readonly string[]> = {
  addresses: [],
  access: [],
  changes: [],
  settings: ['access'],
  mail: [],
  messages: ['documents', 'feedback', 'mail', 'bookings', 'catalogue', 'attendance', 'access'],
  start: ['bookings', 'mail', 'website'],
  search: [],
  imports: ['contacts', 'companies'],
  companies: ['search'],
  contacts: ['companies', 'changes', 'search'],
  newsletter: ['contacts', 'access', 'mail'],
  leads: ['contacts', 'access'],
  inbox: ['contacts', 'leads', 'access', 'mail', 'messages', 'bookings'],
  invoices: ['contacts', 'catalogue', 'access', 'bookings'],
  bookings: ['contacts', 'access', 'catalogue'],
  attendance: [],
  documents: ['bookings', 'invoices', 'catalogue', 'mail'],
  feedback: [],
  catalogue: ['access', 'settings'],
  website: [
    'attendance',
    'bookings',
    'catalogue',
    'companies',
    'contacts',
    'documents',
    'mail',
    'messages',
    'newsletter',
    'search',
    'settings',
  ],
  platform: [],
}
/** The rooms above all slices. */
const top = [
  'app.ts',
  'checks.ts',
  'interface.ts',
  'integration.ts',
  'openapi-documents.ts',
  'office.ts',
  'website.ts',
  'pages.ts',
  'jobs.ts',
  'main.ts',
  'commands',
  'backup',
  'exchange',
  'demo',
]

test('every room of the server is listed', () => {
  const rooms = new Set(files.map(roomOf))
  assert.deepEqual([...rooms].toSorted(), [...Object.keys(allowed), ...top].toSorted())
})

test('every import is of an existing file', () => {
  for (const file of files)
    for (const name of importsOf(file))
      if (name.startsWith('server/')) assert.ok(files.includes(name), `${file} imports ${name}`)
})

test('only the platform, the app and the commands import fastify', () => {
  const importing = files.filter((file) => importsOf(file).some((name) => /^@?fastify(\/|$)/.test(name)))
  const others = importing.filter((file) => !['platform', 'app.ts', 'commands'].includes(roomOf(file)))
  assert.deepEqual(others, [])
})

test('the client of S3 is loaded only where a bucket is used', () => {
  const importing = (pattern: RegExp) =>
    files.filter((file) => !isTest(file) && importsOf(file, false).some((name) => pattern.test(name)))
  assert.deepEqual(importing(/^@aws-sdk\//), ['server/platform/files/bucket.ts'])
  assert.deepEqual(importing(/files\/bucket\.ts$/), [
    'server/platform/files/bucket-archive.ts',
    'server/platform/files/bucket-files.ts',
  ])
  assert.deepEqual(importing(/bucket-(files|archive)\.ts$/), [])
})

test('a slice imports only the slices that are allowed', () => {
  const wrong = files
    .filter((file) => !isTest(file) && !top.includes(roomOf(file)))
    .flatMap((file) => {
      const part = roomOf(file)
      const may = [part, ...allowed[part]!, ...(part === 'platform' ? [] : ['platform', 'addresses'])]
      return importsOf(file)
        .filter((name) => name.startsWith('server/') && !may.includes(roomOf(name)))
        .map((name) => `${file} → ${name}`)
    })
  assert.deepEqual(wrong, [])
})

test('only tests import test support', () => {
  const wrong = files.filter((file) => !isTest(file) && importsOf(file).some((name) => /^test\//.test(name)))
  assert.deepEqual(wrong, [])
})

test('only tests turn off durability', () => {
  const withoutDurability = files.filter(
    (file) => !isTest(file) && /\bdurable:(?! boolean)/.test(source(file)),
  )
  assert.deepEqual(withoutDurability, [])
})

test('no room imports another in a circle', () => {
  const edges = new Map<string, Set<string>>()
  for (const file of files.filter((one) => !isTest(one))) {
    const to = edges.get(roomOf(file)) ?? new Set()
    edges.set(roomOf(file), to)
    for (const name of importsOf(file))
      if (name.startsWith('server/') && roomOf(name) !== roomOf(file)) to.add(roomOf(name))
  }
  const done = new Set<string>()
  const visit = (part: string, path: string[]): void => {
    assert.ok(!path.includes(part), `${[...path, part].join(' → ')}`)
    if (done.has(part)) return
    for (const next of edges.get(part) ?? []) visit(next, [...path, part])
    done.add(part)
  }
  for (const part of edges.keys()) visit(part, [])
})

/** All TypeScript of the project, tests included. */
const allFiles = ['server', 'office', 'website', 'clients', 'test', 'proof', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/^(office|clients\/typescript)\/dist/.test(name))
    .toSorted(),
)

test('no file imports another in a circle, not even for types', () => {
  const known = new Set(allFiles)
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    assert.ok(!path.includes(file), `${[...path, file].join(' → ')}`)
    if (done.has(file) || !known.has(file)) return
    for (const next of importsOf(file, false)) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of allFiles) visit(file, [])
})

/** The rooms of the platform from the ground up. */
const platformRooms = [
  'ground',
  'database',
  'settings',
  'files',
  'secrets',
  'runtime',
  'auth',
  'postgres',
  'cluster',
  'instance',
  'http',
  'pages',
  'health',
]

test('a room of the platform imports only the rooms below it, types and import() included', () => {
  const roomInside = (file: string) => /^server\/platform\/([^/]+)\//.exec(file)?.[1] ?? ''
  const up = files
    .filter((file) => roomOf(file) === 'platform' && !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => platformRooms.indexOf(roomInside(name)) > platformRooms.indexOf(roomInside(file)))
        .map((name) => `${file} → ${name}`),
    )
  assert.deepEqual(up, [])
})

test('a service on the embedded database loads no module of a cluster, and none of the workers', () => {
  const start = ['server/main.ts', 'server/commands/serve.ts'].map((file) => join(root, file))
  const loaded = [...loadedFrom(start, { later: false })].map((path) =>
    path.slice(root.length + 1).replaceAll(sep, '/'),
  )
  assert.ok(loaded.includes('server/platform/instance/open-instance.ts'))
  assert.deepEqual(
    loaded.filter((file) => /^server\/(platform\/cluster|commands\/workers)\//.test(file)),
    [],
  )
})

test('no file of the server imports another in a circle, import() included', () => {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    assert.ok(!path.includes(file), `${[...path, file].join(' → ')}`)
    if (done.has(file) || !file.startsWith('server/')) return
    for (const next of importsOf(file)) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('the platform and the catalogue have these rooms', () => {
  const roomsIn = (folder: string) => [
    ...new Set(
      allFiles
        .filter((file) => file.startsWith(`${folder}/`) && !/\.test\.tsx?$/.test(file))
        .map((file) => file.slice(folder.length + 1).split('/')[0]),
    ),
  ]
  assert.deepEqual(roomsIn('server/platform'), platformRooms.toSorted())
  assert.deepEqual(roomsIn('server/catalogue'), [
    'changes',
    'contract',
    'dates',
    'events',
    'images',
    'read-model',
    'records',
    'references',
  ])
})

/** Files that are data. */
const longFiles = ['server/demo/topics.ts']

test('no file of the server is longer than 300 lines', () => {
  const long = files
    .filter((file) => !isTest(file) && source(file).trimEnd().split('\n').length > 300)
    .filter((file) => !longFiles.includes(file))
  assert.deepEqual(long, [])
  for (const file of longFiles) assert.ok(files.includes(file), `${file} does not exist`)
})

test('no file has a vague name', () => {
  const everywhere = ['server', 'clients', 'test', 'proof', 'docs']
    .flatMap((folder) => {
      try {
        return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      } catch {
        return []
      }
    })
    .flatMap((path) => path.split(sep))
  const vague = everywhere.filter((name) =>
    /^(utils?|helpers?|lib|libs|common|misc|shared)(\.\w+)*$/i.test(name),
  )
  assert.deepEqual(vague, [])
})

test('the code of the server contains no to-dos and no paths of a machine', () => {
  const found = files.filter((file) => /\/(work|home|root)\/|\bTODO\b|\bFIXME\b|\bXXX\b/.test(source(file)))
  assert.deepEqual(found, [])
})

test('transactions are opened only in the platform, in commands, for the read model, steps of an import, mails of the mailbox, the rate of mail, messages by time, held seats, certificates, links and calendar entries in mail, new dates, images and webhooks', () => {
  const opening = files.filter(
    (file) => !isTest(file) && /\.transaction\(\)|inTransaction\(/.test(source(file)),
  )
  const slices = opening.filter(
    (file) => !['platform', 'commands', 'backup', 'exchange', 'demo'].includes(roomOf(file)),
  )
  // The read model reads one snapshot with many queries; a step of an import, a mail of the mailbox, a claim of mail, a message by time, seats whose hold has run out,
  // the certificate, the links and the calendar entries that a mail brings, mails about new dates, the sizes of images, and deliveries of webhooks belong to no request.
  assert.deepEqual(slices, [
    'server/catalogue/images/resize-job.ts',
    'server/catalogue/read-model/renewal.ts',
    'server/documents/documents.ts',
    'server/imports/imports-job.ts',
    'server/inbox/mailbox/read-mailbox.ts',
    'server/mail/queue.sql.ts',
    'server/messages/calendar/invitations.ts',
    'server/messages/personal-links.ts',
    'server/messages/plan-messages-job.ts',
    'server/messages/release-seats-job.ts',
    'server/website/booking/page/compose-order-links.ts',
    'server/website/date-alerts/compose-date-alerts.ts',
    'server/website/date-alerts/date-alerts-job.ts',
    'server/website/links/compose-renewed-links.ts',
    'server/website/webhooks/delivery.sql.ts',
    'server/website/webhooks/plan-deliveries.ts',
  ])
})

test('the list and the form that office/README.md shows are those of the newsletter forms', () => {
  const readme = readFileSync(join(root, 'office/README.md'), 'utf8')
  const code = readFileSync(join(root, 'office/newsletter/form-pages.tsx'), 'utf8')
  const example = /## A resource: list and form\n(.*?)\n## /s.exec(readme)![1]!
  const blocks = [...example.matchAll(/```tsx\n(.*?)\n```/gs)].flatMap(([, block]) => block!.split('\n\n'))
  assert.equal(blocks.length, 3)
  for (const block of blocks) assert.ok(code.includes(block), block)
})

/** The tests that a document names, as `file`: title. @throws AssertionError if one does not exist */
function assertNamedTestsExist(document: string): void {
  const list = readFileSync(join(root, document), 'utf8')
  const named = [
    ...list.matchAll(/`((?:server|test|clients)\/[^`]+\.test\.ts)`(?:: (.*?))?(?=<br>| \|$|$)/gm),
  ]
  assert.ok(named.length > 100, document)
  for (const [, file, title = ''] of named) {
    const titles = source(file!)
      .replaceAll("\\'", "'")
      .matchAll(/^\s*(?:test|browserTest)\(\s*['"`](.*)/gm)
    assert.ok(
      Array.from(titles).some(([, one]) => one!.includes(title)),
      `${document}: ${file} has no test “${title}”`,
    )
  }
}

test('every test named in the list of decisions exists', () =>
  assertNamedTestsExist('docs/interface-decisions.md'))

/** The numbers of the decisions: the list is kept beside the repository. Commands (12) are none of the interface. */
function decisionNumbers(list: string): string[] {
  let chapter = ''
  return list.split('\n').flatMap((line) => {
    chapter = /^## (\d+)\./.exec(line)?.[1] ?? chapter
    const number = /^(\d+)\. /.exec(line)?.[1]
    return number === undefined || chapter === '12' ? [] : [`${chapter}.${number}`]
  })
}

const decisionList = join(root, '../shared/decisions.md')
test('docs/interface-decisions.md names every decision, and no other one', {
  skip: existsSync(decisionList) ? false : 'the list of decisions is not beside this checkout',
}, () => {
  const rows = readFileSync(join(root, 'docs/interface-decisions.md'), 'utf8').matchAll(
    /^\| [^|]+ \| ([\d., ]+) \|.*\| ([^|]+) \|$/gm,
  )
  const named = new Set(Array.from(rows).flatMap(([, numbers]) => numbers!.split(', ')))
  assert.deepEqual([...named].toSorted(), decisionNumbers(readFileSync(decisionList, 'utf8')).toSorted())
})

/** Each point once: `| 1.1.1, 1.1.2 | 2 | about | met | why | tests |`. */
const pointsOf = (document: string) =>
  [...document.matchAll(/^\| (\d[\d., ]+) \| [12] \| [^|]+ \| ([^|]+) \| ([^|]+) \|(.*)\|$/gm)].map(
    ([, numbers, verdict, why, tests]) => ({
      ...{ numbers: numbers!.split(', '), verdict: verdict!, why: why! },
      tests: tests!.trim(),
    }),
  )

test('every point of docs/security.md has a verdict, each that is met a test, and every test that it names exists', () => {
  const document = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const points = pointsOf(document)
  const numbers = points.flatMap((point) => point.numbers)
  assert.equal(new Set(numbers).size, numbers.length, 'each point once')
  assert.equal(numbers.length, 253, 'as many as levels 1 and 2 of ASVS 5.0 have')
  for (const { numbers, verdict, why, tests } of points) {
    assert.match(verdict, /^(met|partly|not met|not applicable)$/, numbers.join())
    assert.notEqual(why.trim(), '', numbers.join())
    if (verdict === 'met') assert.match(tests, /^`/, `${numbers.join()} is met, and names no test`)
  }
  for (const part of ['Protected data', 'Boundaries'])
    assert.match(document, new RegExp(`\n## ${part}\n[^#]*\n\nTests: \``), `no tests of: ${part}`)
  const [, measures] = /\n## Measures\n\n(.*?)\n\n\*\*Trying it/s.exec(document)!
  const paragraphs = measures!.split('\n\n')
  for (const [at, paragraph] of paragraphs.entries())
    if (paragraph.startsWith('**'))
      assert.match(paragraphs[at + 1] ?? '', /^Tests: `/, `no tests after: ${paragraph.slice(0, 60)}`)
  assertNamedTestsExist('docs/security.md')
})

test('every decision that is visible from outside has a test that begins with its number', () => {
  const decisions = { 1: 8, 2: 10, 3: 4, 4: 10, 5: 3, 6: 4, 7: 4, 8: 4, 9: 3, 10: 2, 11: 6, 13: 9 }
  const tests = [...files.filter(isTest), ...readdirSync(join(root, 'test')).map((name) => `test/${name}`)]
    .filter(isTest)
    .map(source)
    .join('\n')
  const titles = [...tests.matchAll(/^\s*test\(\s*['"`](.*)$/gm)].map(([, title]) => title!)
  const numbers = new Set(
    titles.flatMap((title) => /^(\d+\.\d+[, ]+)+/.exec(title)?.[0].match(/\d+\.\d+/g) ?? []),
  )
  for (const [chapter, count] of Object.entries(decisions))
    for (let number = 1; number <= count; number++)
      assert.ok(numbers.has(`${chapter}.${number}`), `no test begins with ${chapter}.${number}`)
})
