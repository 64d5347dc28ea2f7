// Mails of a real IMAP server become tasks, once each.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import {
  type ImapServer,
  startImapServer,
  withoutImapServer,
} from '../../../test/support/servers/imap-server.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { readMailbox } from './read-mailbox.ts'

const skip = { skip: withoutImapServer }
const signal = new AbortController().signal

let imap: ImapServer
let kontor: TestInstance
/** A folder of its own for each test. */
let folder = ''
let count = 0

before(async () => {
  if (!withoutImapServer) imap = await startImapServer()
})
after(() => imap?.stop())

beforeEach(async () => {
  if (withoutImapServer) return
  folder = `Test${++count}`
  await imap.withClient((client) => client.mailboxCreate(folder))
  kontor = await testInstance({ settings: { mailbox: { ...imap.settings, folder } } })
  await read()
})
afterEach(async () => {
  if (!withoutImapServer) await kontor.close()
})

const read = () => readMailbox(kontor, signal)
const deliver = (lines: readonly string[] | Buffer, at?: Date) =>
  imap.deliver(Buffer.isBuffer(lines) ? lines : lines.join('\r\n'), { folder, ...(at ? { at } : {}) })

type TaskRow = {
  id: number
  subject: string
  body: string
  mail_from: string
  mail_to: string
  message_id: string
  thread_ids: string[]
  contact_id: number | null
  booking_id: number | null
  date_id: number | null
  lead_id: number | null
  assignee_id: number | null
  is_automatic: boolean
  mail_problem: string
  sender_authentication: string
  created_by: number | null
}
const tasks = async (): Promise<TaskRow[]> =>
  (await sql<TaskRow>`select * from task order by id`.execute(kontor.db)).rows
const attachments = async () =>
  (
    await sql<{ task_id: number; filename: string; size: number }>`
      select task_id, filename, size::int as size from attachment order by id`.execute(kontor.db)
  ).rows
const outcomes = async () =>
  (
    await sql<{ uid: number; outcome: string; attempts: number }>`
      select uid::int as uid, outcome, attempts from mailbox_mail order by id`.execute(kontor.db)
  ).rows
const run = (text: string) => sql.raw(text).execute(kontor.db)

const letter = ({
  from = 'Anna Schmidt <anna@kunde.example>',
  subject = 'Frage zum Termin',
  headers = [] as string[],
  text = 'Guten Tag,\r\nich habe eine Frage.',
} = {}) => [
  `From: ${from}`,
  'To: Kontor <office@kontor.example>, team@kontor.example',
  'Cc: "Meyer, Jan" <jan@kunde.example>',
  `Subject: ${subject}`,
  'Message-ID: <frage-1@kunde.example>',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  ...headers,
  '',
  text,
]

test('a new mail becomes a task with its sender, and is read once', skip, async () => {
  await run(`insert into contact (id, contact_type, last_name) values (1, 'person', 'Schmidt');
    insert into email_address (contact_id, email, email_key) values (1, 'Anna@Kunde.example', 'anna@kunde.example')`)
  await deliver(
    letter({ subject: '=?utf-8?Q?R=C3=BCckfrage?=', headers: ['In-Reply-To: <alt@kunde.example>'] }),
  )
  await read()
  const [task, ...others] = await tasks()
  assert.deepEqual(others, [])
  assert.equal(task!.subject, 'Rückfrage')
  assert.equal(task!.body.trim(), 'Guten Tag,\nich habe eine Frage.')
  assert.equal(task!.mail_from, 'Anna Schmidt <anna@kunde.example>')
  assert.equal(
    task!.mail_to,
    'Kontor <office@kontor.example>, team@kontor.example, "Meyer, Jan" <jan@kunde.example>',
  )
  assert.deepEqual([task!.message_id, task!.thread_ids], ['frage-1@kunde.example', ['alt@kunde.example']])
  assert.deepEqual([task!.contact_id, task!.created_by, task!.is_automatic], [1, null, false])
  await read()
  assert.equal((await tasks()).length, 1)
  assert.equal((await imap.list(folder)).length, 1, 'the mail stays in the mailbox')
})

test(
  'mails that were there before the mailbox was read are no tasks; one that is moved in later is',
  skip,
  async () => {
    const other = await testInstance({ settings: { mailbox: { ...imap.settings, folder } } })
    try {
      await deliver(letter({ subject: 'alt' }), new Date('2020-01-01T10:00:00Z'))
      await readMailbox(other, signal)
      const { rows } = await sql`select from task`.execute(other.db)
      assert.equal(rows.length, 0)
    } finally {
      await other.close()
    }
    await read()
    assert.deepEqual(
      (await tasks()).map(({ subject }) => subject),
      ['alt'],
    )
  },
)

test('attachments are files of the task; images of the text are part of it', skip, async () => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  const raw = await new MailComposer({
    from: 'anna@kunde.example',
    to: 'office@kontor.example',
    subject: 'Unterlagen',
    html: '<p>Bild: <img src="cid:logo"></p>',
    attachments: [
      { filename: 'Lebenslauf ü.pdf', content: Buffer.from('%PDF-1.7') },
      { filename: '../../etc/passwd', content: 'x' },
      { filename: 'Lebenslauf ü.pdf', content: Buffer.from('%PDF-1.7 second') },
      { filename: 'logo.png', cid: 'logo', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      { filename: 'leer.txt', content: '' },
    ],
  })
    .compile()
    .build()
  await deliver(raw)
  await read()
  const [task] = await tasks()
  assert.match(task!.body, /src="data:image\/png;base64,iVBORw0KGgo="/)
  assert.deepEqual(await attachments(), [
    { task_id: task!.id, filename: 'Lebenslauf ü.pdf', size: 8 },
    { task_id: task!.id, filename: '_.._etc_passwd', size: 1 },
    { task_id: task!.id, filename: 'Lebenslauf ü (2).pdf', size: 15 },
  ])
  assert.equal(task!.mail_problem, '')
  const stored = join(kontor.settings.filesFolder, 'crm', String(task!.id), 'Lebenslauf ü.pdf')
  assert.equal(await readFile(stored, 'utf8'), '%PDF-1.7')
})

test(
  'an answer to a mail of the outbox is filed at its person, booking and date, and goes to its author',
  skip,
  async () => {
    const { userId } = await kontor.signIn()
    await run(`insert into contact (id, contact_type, last_name) values (1, 'person', 'Schmidt'), (2, 'person', 'Trainer');
    insert into event (id, title) values (1, 'Recht');
    insert into event_date (id, event_id, start_date, end_date, status) values (5, 1, '2026-07-01', '2026-07-01', 'planned');
    insert into booking (id, contact_id, date_id, status) values (51, 1, 5, 'booked');
    insert into task (id, client_id, kind, subject, assignee_id, contact_id, booking_id) values (1000, 1, 'mail', 'Erste Frage', ${userId}, 1, 51);
    insert into message (id, cause, date_id) values (1, 'manual', 5);
    insert into outbox_mail (kind, recipient, contact_id, task_id, message_key, sent_at) values
      ('reply', 'anna@kunde.example', 1, 1000, '11111111-1111-4111-8111-111111111111', now());
    insert into outbox_mail (kind, recipient, contact_id, message_id, date_id, message_key, sent_at) values
      ('message', 'trainer@kunde.example', 2, 1, 5, '22222222-2222-4222-8222-222222222222', now())`)
    await deliver(
      letter({
        from: 'Anna privat <anna@privat.example>',
        headers: [
          'In-Reply-To: <x@privat.example>',
          'References: <11111111-1111-4111-8111-111111111111@kontor.example> <x@privat.example>',
        ],
      }),
    )
    await deliver(letter({ headers: ['In-Reply-To: <22222222-2222-4222-8222-222222222222@kontor.example>'] }))
    await deliver(letter({ headers: ['In-Reply-To: <33333333-3333-4333-8333-333333333333@kontor.example>'] }))
    await read()
    const [answer, fromTrainer, unknown] = await tasks()
    const refersTo = (task: TaskRow | undefined) => [
      task!.contact_id,
      task!.booking_id,
      task!.date_id,
      task!.assignee_id,
    ]
    assert.deepEqual(refersTo(answer), [1, 51, null, userId])
    assert.deepEqual(refersTo(fromTrainer), [2, null, 5, null])
    assert.deepEqual(refersTo(unknown), [null, null, null, null])
    const { rows } = await sql`select task_id from logbook_entry where booking_id = 51`.execute(kontor.db)
    assert.deepEqual(rows, [{ task_id: answer!.id }])
  },
)

test('the servers of the setting say whether the sender is proven', skip, async () => {
  const says = 'Authentication-Results: mx.kontor.example; dmarc=fail header.from=kunde.example'
  await deliver([says, ...letter()])
  kontor.settings.mailbox = { ...kontor.settings.mailbox!, authservIds: ['mx.kontor.example'] }
  await read()
  await deliver(letter())
  await read()
  assert.deepEqual(
    (await tasks()).map((task) => task.sender_authentication),
    ['fail', 'unknown'],
  )
})

test(
  'mail of programs is marked; letters of lists, and those that want no automatic answer, are not',
  skip,
  async () => {
    const headers = [
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: no',
      'Precedence: bulk',
      'X-Autoreply: yes',
      'Return-Path: <>',
      'List-Id: <liste.kunde.example>',
      'Precedence: list',
      'X-Auto-Response-Suppress: All',
      'Importance: high',
    ]
    for (const header of headers) await deliver(letter({ headers: [header] }))
    await read()
    assert.deepEqual(
      (await tasks()).map((task) => task.is_automatic),
      [true, false, true, true, true, false, false, false, false],
    )
  },
)

test(
  'a mailbox with new UIDs: mails that were read are known, those that came meanwhile are not lost',
  skip,
  async () => {
    await deliver(letter({ subject: 'eins' }))
    await read()
    await imap.recreate(folder)
    await deliver(letter({ subject: 'alt' }), new Date('2020-01-01T10:00:00Z'))
    await deliver(letter({ subject: 'eins' }))
    await deliver(letter({ subject: 'zwei' }))
    await read()
    await read()
    assert.deepEqual(
      (await tasks()).map(({ subject }) => subject),
      ['eins', 'zwei'],
    )
    assert.deepEqual(
      (await outcomes()).map(({ outcome }) => outcome),
      ['filed', 'known', 'filed'],
    )
  },
)

test('read mails are moved to a folder, if a setting names one', skip, async () => {
  const moveTo = `${folder}-gelesen`
  kontor.settings.mailbox!.moveTo = moveTo
  await deliver(letter({ subject: 'eins' }))
  await read()
  assert.deepEqual([(await imap.list(folder)).length, (await imap.list(moveTo)).length], [0, 1])
  await deliver(letter({ subject: 'zwei' }))
  await read()
  assert.deepEqual([(await imap.list(folder)).length, (await imap.list(moveTo)).length], [0, 2])
  assert.equal((await tasks()).length, 2)
})

test('two processes at once file a mail once', skip, async () => {
  for (let number = 1; number <= 5; number++) await deliver(letter({ subject: `Mail ${number}` }))
  await Promise.all([read(), read(), read()])
  assert.deepEqual(
    (await tasks()).map(({ subject }) => subject).toSorted(),
    [1, 2, 3, 4, 5].map((number) => `Mail ${number}`),
  )
})

test('hostile mails neither stop the reading nor get lost', skip, async () => {
  const boundary = 'Content-Type: multipart/mixed; boundary=b'
  const parts = Array.from({ length: 10_000 }, (_, index) =>
    ['--b', `Content-Disposition: attachment; filename=${index}.txt`, '', String(index)].join('\r\n'),
  )
  const nested = Array.from({ length: 300 }, (_, index) =>
    [`Content-Type: multipart/mixed; boundary=n${index}`, '', `--n${index}`].join('\r\n'),
  )
  const plain = (subject: string, ...headers: string[]) => [
    'From: a@b.example',
    `Subject: ${subject}`,
    ...headers,
    '',
    'Text',
  ]
  const mails: Record<string, readonly string[] | Buffer> = {
    'no headers': ['', 'only a text'],
    empty: ['X: y', ''],
    'no From': ['Subject: no From', '', 'Text'],
    'From that is no address': ['From: <<>>, "x', 'Subject: From that is no address', '', 'Text'],
    '10,000 parts': [...plain('10,000 parts', boundary).slice(0, -1), parts.join('\r\n'), '--b--'],
    'nested 300 times': ['Subject: nested 300 times', ...nested, '', 'Text'],
    'unknown charset': Buffer.from(
      'Subject: unknown charset\r\nContent-Type: text/plain; charset=x-nothing\r\n\r\n\xe4\xff',
      'latin1',
    ),
    'wrong charset': Buffer.from(
      'Subject: wrong charset\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\xe4\xff\x01',
      'latin1',
    ),
    'broken base64': plain('broken base64', 'Content-Transfer-Encoding: base64', 'Content-Type: text/html'),
    'missing boundary': plain('missing boundary', 'Content-Type: multipart/mixed'),
    'long subject': plain(`long subject ${'x'.repeat(5000)}`),
    'injected header': plain(
      `=?utf-8?B?${Buffer.from('injected header\r\nBcc: x@y.example').toString('base64')}?=`,
    ),
    '20,000 recipients': [
      'From: a@b.example',
      `To: ${Array.from({ length: 20_000 }, (_, index) => `a${index}@b.example`).join(',\r\n ')}`,
      'Subject: 20,000 recipients',
      '',
      'Text',
    ],
    'HTML bomb': plain('HTML bomb', 'Content-Type: text/html').concat('<div>'.repeat(200_000)),
  }
  for (const raw of Object.values(mails)) await deliver(raw)
  await deliver(letter({ subject: 'the last one' }))
  for (let attempt = 1; attempt <= 3; attempt++) await read()
  const found = await tasks()
  assert.equal(found.length, Object.keys(mails).length + 1)
  const bySubject = new Map(found.map((task) => [task.subject, task]))
  assert.ok(bySubject.has('the last one'))
  assert.equal(bySubject.get('10,000 parts')!.mail_problem, 'attachments')
  assert.equal(bySubject.get('nested 300 times')!.mail_problem, 'unreadable')
  assert.ok(bySubject.has('injected header Bcc: x@y.example'))
  assert.equal(bySubject.get('From that is no address')!.mail_from, '')
  assert.ok(found.every(({ subject }) => !/\p{Cc}/u.test(subject) && subject.length <= 255))
  assert.ok((await outcomes()).every(({ outcome }) => outcome === 'filed'))
  assert.equal((await attachments()).length, 100)
})

test('a mail that is too large for Kontor is a task without text', skip, async () => {
  const head = 'From: a@b.example\r\nSubject: Fotos\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n'
  await deliver(Buffer.concat([Buffer.from(head), Buffer.alloc(51 * 2 ** 20, 'abcdefg \r\n')]))
  await read()
  const [task] = await tasks()
  assert.deepEqual([task!.subject, task!.body, task!.mail_problem], ['Fotos', '', 'too_large'])
})

test(
  'attachments beyond a quota or rejected by the scan stay in the mailbox, and the task says so',
  skip,
  async () => {
    kontor.settings.attachmentQuotas.task = 10
    try {
      await deliver([
        'From: a@b.example',
        'Subject: Anhang',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Disposition: attachment; filename=a.txt',
        '',
        'zwölf Zeichen',
        '--b',
        'Content-Disposition: attachment; filename=b.txt',
        '',
        'kurz',
        '--b--',
      ])
      await read()
      const [task] = await tasks()
      assert.equal(task!.mail_problem, 'attachments')
      assert.deepEqual(
        (await attachments()).map(({ filename }) => filename),
        ['b.txt'],
      )
    } finally {
      kontor.settings.attachmentQuotas.task = 0
    }
  },
)

test('a server that cannot be reached is told, and the next reading goes on', skip, async () => {
  await deliver(letter())
  kontor.settings.mailbox = {
    ...kontor.settings.mailbox!,
    server: new URL(`imap://office:falsch@127.0.0.1:${imap.port}`),
  }
  await assert.rejects(read(), /the sign-in failed/)
  const state = async () =>
    (await sql<{ last_error: string }>`select last_error from mailbox`.execute(kontor.db)).rows[0]!.last_error
  assert.match(await state(), /sign-in failed/)
  assert.ok(!(await state()).includes('falsch'))
  kontor.settings.mailbox = { ...imap.settings, folder }
  await read()
  assert.equal(await state(), '')
  assert.equal((await tasks()).length, 1)
})
