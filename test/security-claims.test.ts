// Claims of docs/security.md that no test of a slice proves: what the documents say, what the code uses, and what pages and searches do.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { codeRule, networkRule, passwordRule } from '../server/access/attempts.ts'
import { hashPassword } from '../server/access/password.ts'
import { newTotp, verifyCode } from '../server/access/totp.ts'
import { officeEndpoints } from '../server/office.ts'
import { newToken } from '../server/platform/auth/principal.ts'
import { newSecret } from '../server/platform/auth/session.ts'
import { userRights } from '../server/platform/ground/rights.ts'
import { settingTable } from '../server/platform/settings/setting-table.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance({ settings: { publicUrl: 'https://kontor.example.org' } })
after(() => kontor.close())

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesOf = (folder: string, form: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .filter((name) => form.test(name) && !/\.test\.ts$|\/dist\//.test(name))
const server = filesOf('server', /\.ts$/).map((name) => ({ name, text: read(name) }))
const operating = read('docs/operating.md')
const security = read('docs/security.md')
const measure = (name: string) => new RegExp(`\\n\\*\\*${name}\\.\\*\\* (.*)\\n`).exec(security)![1]!

test('ASVS 1.2.9: the words of a search are no pattern, and no regular expression is built from input', async () => {
  const office = await kontor.signIn()
  for (const articleNo of ['10% Rabatt', '10x Rabatt', 'a.c', 'abc', 'a_c', String.raw`a\c`])
    assert.equal(
      (await office.call('POST', '/articles', { articleNo, name: articleNo, price: 1 })).status,
      200,
    )
  const found = async (q: string) =>
    (await office.call('GET', `/articles?q=${encodeURIComponent(q)}`)).json.map(
      ({ articleNo }: { articleNo: string }) => articleNo,
    )
  for (const [q, hits] of [
    ['10%', ['10% Rabatt']],
    ['a_c', ['a_c']],
    ['a.c', ['a.c']],
    ['a\\c', [String.raw`a\c`]],
    ['.*', []],
    ['[', []],
  ] as const)
    assert.deepEqual(await found(q), hits, q)
  const builders = server.filter(({ text }) => text.includes('new RegExp(')).map(({ name }) => name)
  // Of constants, and of values of Kontor's own.
  assert.deepEqual(builders.toSorted(), [
    'server/access/user.sql.ts',
    'server/platform/auth/cookies.ts',
    'server/platform/ground/matching/letters.ts',
    'server/platform/ground/matching/order-codes.ts',
    'server/platform/ground/matching/phones.ts',
    'server/platform/ground/matching/words.ts',
    'server/platform/health/processes.ts',
    'server/platform/pages/website-pages.ts',
    'server/platform/postgres/cluster.ts',
    'server/platform/runtime/formula.ts',
    'server/website/legal/legal-pages.office.ts',
  ])
})

test('ASVS 2.1.3, 15.1.3: docs/operating.md has every limit of requests, connections, bodies and files with its default', () => {
  const limits = settingTable.filter(({ name }) =>
    /_(RATE|CONNECTIONS|ATTACHMENTS?|IDEMPOTENCY_KEYS)(_|$)/.test(name),
  )
  assert.ok(limits.length >= 15)
  const lacking = limits.filter(({ name }) => !new RegExp(`\`${name}(=[^\`]*)?\``).test(operating))
  assert.deepEqual(
    lacking.map(({ name }) => name),
    [],
  )
})

test('ASVS 3.7.1: pages and back office need no plug-in, and their policies allow none', async () => {
  const markup = [
    ...filesOf('office', /\.(tsx|html)$/),
    ...filesOf('website', /\.ts$/),
    'server/platform/pages/page-html.ts',
  ]
  assert.ok(markup.length > 100)
  for (const file of markup)
    assert.doesNotMatch(read(file), /<(object|embed|applet)\s|h\('(object|embed|applet)'/, file)
  for (const url of ['/office/', '/booking', '/withdraw', '/verify', '/dates']) {
    const { headers } = await kontor.app.inject({ url })
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /object-src 'none'|default-src 'none'/, url)
  }
})

test('ASVS 4.1.2: no request over plain HTTP is redirected to HTTPS', async () => {
  for (const url of [
    '/office',
    '/office/',
    '/restapi/v1/events',
    '/office/api/session',
    '/booking',
    '/dates',
    '/docs',
  ])
    for (const method of ['GET', 'POST'] as const) {
      const { headers } = await kontor.app.inject({ url, method, headers: { host: 'kontor.example.org' } })
      assert.doesNotMatch(String(headers['location'] ?? ''), /^https:/, `${method} ${url}`)
    }
})

test('ASVS 6.1.1: docs/operating.md tells after how many failures a sign-in waits, and how long', () => {
  const passwords = /\n\*\*Passwords\*\* (have at least .*)\n/.exec(operating)![1]!
  const words: Record<number, string> = { 5: 'five', 50: 'fifty' }
  assert.ok(passwords.includes(`After ${words[passwordRule.freeAttempts]} failed attempts for an account`))
  assert.ok(passwords.includes(`up to ${words[passwordRule.maxWaitSeconds / 60]} minutes`))
  assert.ok(passwords.includes(`after ${words[networkRule.freeAttempts]} failed attempts`))
  assert.equal(codeRule.freeAttempts, passwordRule.freeAttempts)
})

test('ASVS 6.1.3, 6.4.2: nobody signs in but by password, code and invitation; no question is asked', () => {
  const open = officeEndpoints.filter((endpoint) => endpoint.public)
  const fields = open.map(({ id, body }) => [id, Object.keys(body?.properties ?? {})] as const)
  assert.deepEqual(Object.fromEntries(fields), {
    'GET /instance': [],
    'POST /session': ['email', 'password', 'code'],
    'GET /invitations/{secret}': [],
    'POST /invitations/{secret}': ['password', 'code'],
  })
})

test('ASVS 6.2.6, 6.2.7: every input of a password is masked and named for password managers, and pasting is never prevented', () => {
  const forms = filesOf('office', /\.tsx$/).map((name) => ({ name, text: read(name) }))
  const inputs = forms.flatMap(({ name, text }) =>
    [
      ...text.matchAll(
        /<(\w+(?:Input|Field))\b((?:[^<>]|=>)*?autoComplete="(?:current|new)-password"(?:[^<>]|=>)*)\/?>/g,
      ),
    ].map(([, element, attributes]) => ({ name, element: element!, attributes: attributes! })),
  )
  assert.ok(inputs.length >= 4, `${inputs.length}`)
  for (const { name, element, attributes } of inputs)
    assert.ok(element === 'PasswordInput' || /type="password"/.test(attributes), name)
  for (const { name, text } of forms) {
    assert.doesNotMatch(text, /onPaste|onCopy=\{[^}]*preventDefault/, name)
    for (const [, attributes] of text.matchAll(/<\w+(?:Input|Field)\b([^<>]*type="password"[^<>]*)>/g))
      assert.match(attributes!, /autoComplete="(current|new)-password"/, name)
  }
})

test('ASVS 6.2.10: a password has no end', async () => {
  const { id } = await kontor.addUser({ rights: ['090300'] })
  const password = 'Kraniche ziehen im Herbst'
  await sql`update app_user set password_hash = ${await hashPassword(password)} where id = ${id}`.execute(
    kontor.owner,
  )
  const { rows } = await sql<{ email: string }>`select email from app_user where id = ${id}`.execute(
    kontor.db,
  )
  const now = kontor.clock.now()
  kontor.clock.set('2046-06-15T10:00:00Z')
  try {
    const { statusCode, body } = await kontor.app.inject({
      method: 'POST',
      url: '/office/api/session',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: rows[0]!.email, password }),
    })
    assert.equal(statusCode, 200, body)
  } finally {
    kontor.clock.set(now.toISOString())
  }
})

test('ASVS 6.5.3, 6.5.4, 11.2.3: secrets have 256 random bits, seeds 160, and codes six digits', () => {
  const seeds = Array.from({ length: 500 }, () => newTotp('a@kontor.example', 'Kontor'))
  assert.equal(new Set(seeds.map(({ secret }) => secret)).size, 500)
  for (const { secret, uri } of seeds) {
    assert.match(secret, /^[A-Z2-7]{32}$/)
    assert.equal(new URL(uri).searchParams.get('digits'), '6')
  }
  const now = new Date('2026-06-15T10:00:00Z')
  for (const code of ['12345', '1234567', 'abcdef', ''])
    assert.equal(verifyCode(seeds[0]!.secret, code, now, 0), undefined)
  const secrets = Array.from({ length: 500 }, newSecret)
  assert.equal(new Set(secrets).size, 500)
  for (const secret of secrets) assert.equal(Buffer.from(secret, 'base64url').length, 32)
  assert.equal(Buffer.from(newToken().slice('kontor_'.length), 'base64url').length, 32)
})

test('ASVS 7.4.4: the bar of every page has the menu with the item that signs out', () => {
  assert.match(read('office/frame/layout.tsx'), /<Layout appBar=\{TopBar\} appBarAlwaysOn/)
  const bar = read('office/frame/app-bar.tsx')
  assert.match(
    /export function TopBar\(\) \{.*?\n\}/s.exec(bar)![0],
    /alwaysOn.*userMenu=\{.*\n +<SignOutItem \/>\n/s,
  )
  assert.match(
    /function SignOutItem\(\) \{.*?\n\}/s.exec(bar)![0],
    /useLogout\(\).*<MenuItem onClick=\{signOut\}>/s,
  )
})

test('ASVS 8.1.1: docs/rights.md names every right', () => {
  const rights = read('docs/rights.md')
  for (const right of userRights) assert.ok(rights.includes(`\`${right}\``), right)
})

test('ASVS 11.1.2, 11.2.1, 11.4.3: the code uses the algorithms that are listed, of the packages that are listed', () => {
  const listed = measure('Cryptography')
  for (const name of ['argon2id', 'SHA-256', 'HMAC-SHA-256', 'HMAC-SHA-1', 'Ed25519', 'PBKDF2'])
    assert.ok(listed.includes(name), name)
  for (const { name, text } of server)
    for (const [call, algorithm] of text.matchAll(/create(?:Hash|Hmac)\('([^']+)'/g))
      assert.equal(algorithm, 'sha256', `${name}: ${call}`)
  const packages = new Set(
    server.flatMap(({ text }) =>
      [
        ...text.matchAll(
          /from '((?:node:crypto|[^'.]*(?:crypt|otp|ed25519|altcha|argon|bcrypt|jose|jwt)[^'.]*))'/g,
        ),
      ].map(([, name]) => name!),
    ),
  )
  assert.deepEqual([...packages].toSorted(), [
    'age-encryption',
    'altcha-lib',
    'altcha-lib/algorithms/pbkdf2',
    'node:crypto',
    'otpauth',
  ])
})

test('ASVS 13.1.1: only the listed parts of the code open connections', () => {
  const opening =
    /from '(?:node:(?:net|tls|http|https|http2|dgram)|undici|nodemailer[^']*|imapflow|@aws-sdk\/[^']+)'|import\('(?:nodemailer|imapflow)'\)|^\s+(?:await |return )?fetch\(/m
  const inert = /^import (?:type )?\{[^}]*\b(?:isIP|BlockList)\b[^}]*\} from 'node:net'$/gm
  const files = server
    .filter(({ text }) => opening.test(text.replace(inert, '').replace(/^import type .*$/gm, '')))
    .map(({ name }) => name)
  const boundaries = /\n## Boundaries\n(.*?)\n## /s.exec(security)![1]!
  for (const to of ['PostgreSQL', 'mail server', 'mailbox', 'S3 stores', 'webhooks'])
    assert.ok(boundaries.includes(to), to)
  assert.deepEqual(files.toSorted(), [
    'server/commands/connections.ts',
    'server/commands/health/status.ts',
    'server/commands/listen/before-start.ts',
    'server/commands/listen/listen-socket.ts',
    'server/inbox/mailbox/imap.ts',
    'server/mail/transport.ts',
    'server/platform/files/bucket.ts',
    // It takes the network from the processes that parse.
    'server/platform/runtime/task-process/deny-network.ts',
    'server/website/webhooks/post.ts',
  ])
})

/** Columns with a secret, a hash of one, or of a request, and the words for them. */
const secretColumns: Record<string, string> = {
  'app_user.password_hash': 'passwords',
  'app_user.totp_secret': 'seeds of second factors',
  'attendance_link.hash': 'links of trainers',
  'challenge_secret.secret': '`challenge_secret`',
  'company_link.hash': '`company_link`',
  'date_alert_link.hash': '`date_alert_link`',
  'feedback_invitation.hash': '`feedback_invitation`',
  'idempotency_key.request_hash': '`Idempotency-Key`',
  'invitation.hash': 'invitations',
  'known_device.hash': 'known devices',
  'newsletter_consent.confirmation_hash': 'double opt-in',
  'order_form.hash': '`order_form`',
  'order_link.hash': '`order_link`',
  'pending_booking.hash': '`pending_booking`',
  'seat_link.hash': '`seat_link`',
  'session.hash': 'sessions',
  'signing_secret.seed': '`signing_secret`',
  'token.hash': 'tokens',
  'webhook_secret.secret': '`webhook_secret`',
  'website_key.hash': 'keys of websites',
}

test('ASVS 14.1.1: every column with a secret or a hash of one is among the protected data', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)(hash|secret|password|seed)$' order by 1`.execute(
    kontor.owner,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(secretColumns),
  )
  const data = /\n## Protected data\n(.*?)\n## /s.exec(security)![1]!
  for (const [column, words] of Object.entries(secretColumns)) assert.ok(data.includes(words), column)
})

test('ASVS 16.1.1, 16.2.3: log lines are written to standard output and error alone, and the logs are documented', () => {
  const writers = server
    .filter(({ text }) => /\bpino(?:\.destination|\.transport)?\(/.test(text))
    .map(({ name }) => name)
  assert.deepEqual(writers, ['server/commands/log.ts'])
  assert.doesNotMatch(
    read('server/commands/log.ts'),
    /destination\((?!\{ fd: [12])|transport|appendFile|createWriteStream/,
  )
  for (const heading of ['Change log', 'Security log'])
    assert.match(operating, new RegExp(`\\n#+ ${heading}`))
})
