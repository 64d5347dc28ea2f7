// The records that the clients of a run write, and their conditions afterwards.
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The writes that a service has acknowledged. */
export type Ledger = {
  /** The id of a contact by its e-mail address. */
  contacts: Map<string, number>
  /** The id of a task by its subject. */
  tasks: Map<string, number>
  /** The SHA-256 of an attachment, in hexadecimal digits, by its path in the file store. */
  files: Map<string, string>
}

export const emptyLedger = (): Ledger => ({ contacts: new Map(), tasks: new Map(), files: new Map() })

export const domain = 'faults.example'

/** The event, its date and the location of a writer, who changes the city of the location. */
export const placeOf = (writer: number): number => 900_001 + writer

/** Adds an event with a date and a location for each writer. */
export async function addPlaces(owner: pg.Client, writers: number): Promise<void> {
  const ids = Array.from({ length: writers }, (_, writer) => placeOf(writer))
  for (const text of [
    `insert into event (id, title, is_published) select id, 'Event', true from unnest($1::integer[]) id`,
    `insert into event_date (id, event_id, start_date, end_date, is_active)
     select id, id, current_date + 30, current_date + 31, true from unnest($1::integer[]) id`,
    `insert into contact (id, contact_type, last_name) select id, 'location', 'Hall' from unnest($1::integer[]) id`,
    `insert into address (contact_id, address_type_id, is_default, city) select id, 1, true, '0' from unnest($1::integer[]) id`,
    'insert into location (contact_id) select unnest($1::integer[])',
    'insert into date_location (date_id, contact_id) select id, id from unnest($1::integer[]) id',
  ])
    await owner.query(text, [ids])
}

export type RecordFaults = { lost: string[]; doubled: string[] }

/** Reads a stored file, which a folder has by its path and a bucket by its checksum. */
export type ReadFile = (path: string, sha256: string) => Promise<Uint8Array | undefined>

/** Compares the database and the files with the acknowledged writes. */
export async function checkRecords(
  owner: pg.Client,
  ledger: Ledger,
  readFile: ReadFile,
): Promise<RecordFaults> {
  const { rows: contacts } = await owner.query<{ key: string; id: number }>(
    `select email as key, contact_id as id from email_address where email like '%@${domain}'`,
  )
  const { rows: tasks } = await owner.query<{ key: string; id: number }>(
    `select subject as key, id from task where subject like '%@${domain}'`,
  )
  const { rows: files } = await owner.query<{ path: string; sha256: string }>(
    `select 'crm/' || task_id || '/' || filename as path, encode(sha256, 'hex') as sha256 from attachment`,
  )
  const faults: RecordFaults = { lost: [], doubled: [] }
  for (const [kind, rows, known] of [
    ['contact', contacts, ledger.contacts],
    ['task', tasks, ledger.tasks],
  ] as const) {
    const byKey = Map.groupBy(rows, ({ key }) => key)
    for (const [key, { length }] of byKey) if (length > 1) faults.doubled.push(`${kind} ${key}: ${length}`)
    for (const [key, id] of known)
      if (!byKey.get(key)?.some((row) => row.id === id)) faults.lost.push(`${kind} ${id}, ${key}`)
  }
  const named = new Map(files.map(({ path, sha256 }) => [path, sha256]))
  for (const [path, sha256] of ledger.files) {
    const content = named.get(path) === sha256 ? await readFile(path, sha256) : undefined
    if (!content || createHash('sha256').update(content).digest('hex') !== sha256)
      faults.lost.push(`file ${path}`)
  }
  return faults
}
