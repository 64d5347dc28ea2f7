// The files of a copy of a server's data folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that the server creates again, or that must not be copied while it runs. */
export const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Files that a copy does not have. */
export const skippedFiles =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|.*\.signal|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*|current_logfiles(\.tmp)?)$/
export const controlFile = 'global/pg_control'

/** Last, and not while the server writes it: two equal reads. */
export async function readControlFile(data: string): Promise<Buffer> {
  const read = () => readFile(join(data, controlFile))
  let content = await read()
  for (let again = await read(); !again.equals(content); again = await read()) content = again
  return content
}
