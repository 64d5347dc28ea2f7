// Rows of the tables that no data set fills, beside those of `fullDataSet`, for the tests of backups and upgrades.
import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/database.ts'

const timestamp = '2026-03-04T05:06:07.123456Z'
const bytes = (digit: string) => `\\x${digit.repeat(64)}`
const mail = (id: number, kind: string, more: object) => ({
  id,
  kind,
  recipient: 'a@b.example',
  data: {},
  created_at: timestamp,
  next_attempt_at: timestamp,
  message_key: `0190a2b4-0000-4000-8000-0000000000${id}`,
  ...more,
})

const recorded = {
  format: 1,
  code: 'K7QF-3M2X',
  recordedAt: timestamp,
  language: 'de',
  channel: { key: 'Website', page: 'https://kontor.example/book/1' },
  kontor: '0.2.0',
  shown: [{ title: 'Buchung K7QF-3M2X', rows: [{ label: 'Platz 1', value: 'Jana Köhler: gebucht' }] }],
  terms: [{ title: 'AGB', version: 1, language: 'de', isAccepted: true, sha256: 'c'.repeat(64) }],
}

const rows: Readonly<Record<string, readonly object[]>> = {
  signing_key: [
    { id: 1, client_id: 1, fingerprint: '0123456789abcdef', public_key: bytes('a'), created_at: timestamp },
  ],
  order_record: [
    { order_id: 1, signing_key_id: 1, payload: JSON.stringify(recorded), signature: `\\x${'c'.repeat(128)}` },
  ],
  certificate: [
    {
      id: 71,
      client_id: 1,
      year: 2025,
      serial: 1,
      booking_id: 52,
      issued_at: timestamp,
      content: { name: 'Jana Köhler', title: 'Excel' },
      token: '0123456789abcdef.e30.AAAA',
      signing_key_id: 1,
      withdrawn_at: timestamp,
      withdrawal_reason: 'Name falsch',
    },
  ],
  token: [
    {
      id: 5,
      user_id: 1,
      label: 'Website',
      hash: bytes('a'),
      operations: ['getEvents'],
      origins: ['https://mail.example'],
      created_at: timestamp,
      expires_at: '2099-01-01T00:00:00Z',
    },
  ],
  voucher_use: [{ order_id: 1, voucher_id: 1, email_key: 'jana@kontor.example' }],
  withdrawal: [
    {
      id: 1,
      form_id: '3f0f9df6-3a53-4a0c-9a5c-4f5b8f4a1c22',
      received_at: timestamp,
      name: 'Jana Köhler',
      contract: 'K7QF-3M2X',
      part: 'Modul 2',
      email: 'jana@kontor.example',
      visitor_address: '192.0.2.7',
      order_id: 1,
      obstacle: 'part',
      is_done: true,
      note: 'Erstattet am 3. Juni',
    },
  ],
  feedback_invitation: [{ id: 142, booking_id: 51, hash: bytes('e'), is_answered: true }],
  feedback_response: [
    {
      id: '0190a2b4-0000-4000-8000-0000000000f1',
      date_id: 2,
      booking_id: 51,
      given_on: '2026-03-04',
      answers: { 141: 1 },
    },
  ],
  message: [
    {
      id: 120,
      cause: 'booked',
      date_id: 1,
      template_id: 1,
      subject: 'Betreff',
      body: 'Text',
      file_rights: ['participants'],
      created_by: 1,
      created_at: timestamp,
      send_at: timestamp,
    },
  ],
  outbox_mail: [
    mail(96, 'template', {
      template_id: 1,
      contact_id: 21,
      data: { b: 1, aa: 'x' },
      sent_at: timestamp,
      subject: 'Hallo',
      attempts: 2,
    }),
    mail(97, 'double_opt_in', { consent_id: 95, attempts: 17, last_error: '421 busy', failed_at: timestamp }),
    mail(98, 'message', {
      contact_id: 21,
      message_id: 120,
      task_id: 61,
      role: 'participant',
      booking_id: 51,
      date_id: 1,
      cause_key: '120 participant 51',
      causes: ['booked', 'moved'],
      sent_at: timestamp,
      body: '<p>Hallo</p>',
      thread_ids: ['<a@b.example>'],
      calendar_sequence: 2,
      bounced_at: timestamp,
      bounce_reason: '550 unknown',
    }),
  ],
  sent_calendar_entry: [
    {
      mail_id: 98,
      date_id: 1,
      number: 1,
      recipient: 'a@b.example',
      host: 'b.example',
      sequence: 7,
      is_cancelled: false,
      entry: {
        firstDay: '2026-03-02',
        lastDay: '2026-03-02',
        startTime: '09:00',
        endTime: '17:00',
        title: 'Excel',
        place: 'Hamburg',
        link: '',
      },
    },
  ],
  mailbox: [
    {
      id: 131,
      name: 'office@mail.example/INBOX',
      started_at: timestamp,
      uid_validity: 1_700_000_000,
      initial_uid: 40,
      last_uid: 42,
      read_at: timestamp,
      last_error: 'The server is away.',
    },
  ],
  mailbox_mail: [
    {
      id: 132,
      mailbox_id: 131,
      uid_validity: 1_700_000_000,
      uid: 42,
      fingerprint: bytes('d'),
      outcome: 'failed',
      attempts: 2,
      last_error: 'The mail cannot be parsed.',
      task_id: 61,
      created_at: timestamp,
    },
  ],
  bounced_address: [{ id: 133, email_key: 'a@b.example', bounced_at: timestamp, reason: '550 unknown user' }],
}

/** Inserts the rows into a database with the records of `fullDataSet`. */
export async function insertFullRows(db: Db): Promise<void> {
  for (const [table, records] of Object.entries(rows))
    for (const record of records) {
      const columns = sql.join(Object.keys(record).map((name) => sql.ref(name)))
      await sql`insert into ${sql.table(table)} (${columns}) overriding system value
        select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(record)}::jsonb)`.execute(
        db,
      )
    }
}
