// The role of transactions that see the rows of certain clients only (migrations/0062-clients-apart.sql). Row-level security does
// not hold for superusers and for the owner of tables, whom an external server may name in KONTOR_DATABASE_URL: such a transaction
// changes its role, until it ends, so that a connection pooler may share the connection. The policies cost other transactions
// nothing: a policy of their own, which is always true, leaves their plans as they were.
// Creating a role requires a right that the owner of the tables may lack. Then an administrator creates it once (docs/operating.md);
// until then, requests of users who are not of all clients fail, and no others.
import type pg from 'pg'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { grantRights } from './grants.ts'
import { insufficientPrivilege } from './job-queue.ts'

type Found = { role: string; exists: boolean; name: string; owner: string; mayCreate: boolean }

const foundQuery = `
  select client_role() as role, exists (select from pg_roles where rolname = client_role()) as exists,
    'kontor_clients_' || (select oid from pg_database where datname = current_database()) as name, current_user as owner,
    (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayCreate"`

/**
 * Creates the role, and grants it to the roles that use the tables, as far as that is missing.
 * @param owner a connection of the tables' owner
 * @param applicationRole left out: the owner is the application
 * @returns whether requests of single clients are possible
 */
export async function prepareClientRole(owner: pg.ClientBase, applicationRole?: string): Promise<boolean> {
  const { rows: functions } = await owner.query(
    `select to_regprocedure('client_role()') is not null as found`,
  )
  // A schema of an earlier version, for a test or an upgrade in steps.
  if (!functions[0].found) return true
  // Whether or not the role of single clients can be made: without its policies, the application sees no row.
  await showAllRows(owner, applicationRole)
  const { rows } = await owner.query<Found>(foundQuery)
  const found = rows[0]!
  const role = found.role || found.name
  if (!found.exists) {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (!rowCount && !found.mayCreate) return false
    if (!rowCount) await owner.query(`create role ${escapeIdentifier(role)} nologin`)
  }
  if (found.role !== role)
    await owner.query(
      `create or replace function client_role() returns text language sql immutable parallel safe as $$ select ${escapeLiteral(role)}::text $$`,
    )
  await grantRights(owner, role)
  const { rows: lacking } = await owner.query<{ name: string }>(
    `select rolname as name from pg_roles
     where rolname = any($1) and not rolsuper and not pg_has_role(rolname, $2, case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end)`,
    [[found.owner, applicationRole ?? found.owner], role],
  )
  try {
    for (const { name } of lacking)
      await owner.query(`grant ${escapeIdentifier(role)} to ${escapeIdentifier(name)}`)
  } catch (error) {
    // Another one has created the role, and only that one may grant it.
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
    return false
  }
  return true
}

/** Lets the application's role see all rows of the tables whose owner it is not. */
async function showAllRows(owner: pg.ClientBase, applicationRole: string | undefined): Promise<void> {
  if (applicationRole === undefined) return
  const { rows } = await owner.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relrowsecurity and c.relowner <> $1::regrole
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polroles = array[$1::regrole::oid])`,
    [escapeIdentifier(applicationRole)],
  )
  const role = escapeIdentifier(applicationRole)
  const policy = escapeIdentifier(`all_rows_${applicationRole}`)
  for (const { table } of rows)
    await owner.query(`create policy ${policy} on ${table} to ${role} using (true) with check (true)`)
}
