// Encrypts the secrets that are not encrypted yet: of a version before, of an archive or a data set, and of a new database.
import { sql } from 'kysely'
import { inTransaction, type Reader, systemActor } from '../database/database.ts'
import { processPrefix } from '../ground/process.ts'
import { kontorVersion } from '../ground/version.ts'
import { countPlainSecrets, resealAll } from '../secrets/stored-secrets.ts'
import type { Job } from './background-jobs.ts'

/** Whether a service of another version uses the database, as it does while services are upgraded one after the other. */
async function isUpgrading(reader: Reader): Promise<boolean> {
  const { version } = kontorVersion()
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database()
      and application_name ~ ${`^${processPrefix} (serve|worker|demo) `}
      and split_part(application_name, ' ', 4) <> ${version} limit 1`.execute(reader)
  return rows.length > 0
}

export const encryptSecretsJob: Job = {
  name: 'encrypt-secrets',
  intervalMs: 60_000,
  async run({ db, secrets, log }) {
    // The version before cannot decrypt them.
    if ((await countPlainSecrets(db)) === 0 || (await isUpgrading(db))) return false
    await secrets.claim()
    const { count } = await inTransaction(db, systemActor, (tx) => resealAll(tx, secrets))
    log.info({ secrets: count }, 'encrypted the secrets in the database')
    return false
  },
}
