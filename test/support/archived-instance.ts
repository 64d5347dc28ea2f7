// An instance whose database is archived, in a folder or in a bucket.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { segmentFiles } from '../../server/platform/cluster/archive/wal-archive.ts'
import type { Archive } from '../../server/platform/files/archive.ts'
import { dataFolder, removeDataFolder, run, serve, stop } from './kontor-process.ts'

/** Of a test of an archive, in milliseconds. */
export const timeout = 240_000

/** Where an archive is, and how it goes away. */
export type Place = {
  url: string
  /** The settings of the store. */
  env: Record<string, string>
  /** Reaches the archive while it is away. */
  archive: Archive
  write(name: string, content: Buffer): Promise<unknown>
  /** Slows the next base backup down, so that it can be killed. @returns an end */
  stallBaseBackup(): () => void
  isMakingBaseBackup(): Promise<boolean>
  takeAway(): Promise<void>
  bringBack(): Promise<void>
  close(): Promise<void>
}

export async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await isDone()); await wait(5))
    assert.ok(Date.now() < deadline, 'did not happen within two minutes')
}

/** An instance whose database is archived from its first start on. */
export async function openArchived(place: Place) {
  const folders: string[] = []
  const newFolder = async (): Promise<string> => {
    const folder = await dataFolder()
    folders.push(folder)
    return folder
  }
  const { archive } = place
  const data = await newFolder()
  const env = { ...place.env, KONTOR_DATA: data, KONTOR_ARCHIVE: place.url }
  const service = await serve(data, env)

  async function query<T extends pg.QueryResultRow>(statement: string, folder = data): Promise<T[]> {
    const client = new pg.Client({ host: join(folder, 'postgres'), user: 'kontor', database: 'kontor' })
    await client.connect()
    try {
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const listBase = async () => [
    ...new Set((await Array.fromAsync(archive.list('base/'))).map((name) => name.split('/')[1]!)),
  ]
  return {
    env,
    data,
    service,
    newFolder,
    query,
    listBase,
    addContact: (name: string) =>
      query(
        `insert into contact (contact_type, last_name, last_name_key) values ('person', '${name}', lower('${name}'))`,
      ),
    async now(): Promise<string> {
      const [row] = await query<{ now: Date }>('select clock_timestamp() as now')
      await wait(50)
      return row!.now.toISOString()
    },
    /** Ends the current segment of the log and waits until it is archived. */
    async archiveLog(): Promise<void> {
      await query(`select pg_logical_emit_message(true, 'test', 'content of the segment')`)
      const [row] = await query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
      )
      await query('select pg_switch_wal()')
      const names = segmentFiles(row!.name).map(({ name }) => name)
      await until(async () =>
        (await Array.fromAsync(archive.list('wal/'))).some((name) => names.includes(name)),
      )
      const isWaiting = `select from pg_ls_archive_statusdir() where name = '${row!.name}.ready'`
      await until(async () => (await query(isWaiting)).length === 0)
    },
    listSegments: async () =>
      (await Array.fromAsync(archive.list('wal/'))).filter((name) =>
        /^wal\/[0-9A-F]{24}\.gz(\.age)?$/.test(name),
      ),
    completeBackups: async () =>
      (await Array.fromAsync(archive.list('base/'))).filter((name) => name.endsWith('/backup.json')),
    restoreTo: (time: string, folder: string, ...more: string[]) =>
      run(['restore', '--to-time', time, '--archive', place.url, ...more], {
        ...place.env,
        KONTOR_DATA: folder,
      }),
    /** The contacts in a data folder that no process uses. */
    async contactsIn(folder: string): Promise<string[]> {
      const { stdout, stderr } = await run(['export'], { KONTOR_DATA: folder })
      assert.notEqual(stdout, '', stderr)
      return (JSON.parse(stdout).contacts as { lastName: string }[])
        .map(({ lastName }) => lastName)
        .toSorted()
    },
    async close(): Promise<void> {
      await stop(service)
      for (const folder of folders) await removeDataFolder(folder)
    },
  }
}
