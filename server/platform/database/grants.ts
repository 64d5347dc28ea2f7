// The rights of the application's role, which neither owns the tables nor changes their definitions.
// The application's role may read and write rows and nothing else. The owner of the tables has connections of its own: for
// migrations (prepare-database.ts), which grant missing rights afterwards, and for kontor restore, which loads the tables as
// they were.
import type pg from 'pg'
import { escapeIdentifier } from 'pg'

/** A role lacks rights: one line for the operator. */
export class MissingRights extends Error {}

const schemas = `(current_schema(), 'graphile_worker')`

/** Every object of the schemas with each right on it that the role lacks. Members of extensions are not Kontor's. */
const missingQuery = `
  select w.right, w.kind, array_agg(format('%I.%I', n.nspname, c.relname) order by c.relname) as names
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select 'sequence' as kind, unnest('{usage,update}'::text[]) as right where c.relkind = 'S' and n.nspname = current_schema()
    union all
    select 'table', unnest(case
      when c.relkind = 'v' or c.relname = 'migration' then '{select}'
      when c.relname = 'change_log' then '{select,insert,delete}'
      -- Of the job queue, what adding, taking and completing a job needs.
      when n.nspname <> current_schema() then case c.relname
        when '_private_jobs' then '{select,insert,update,delete}'
        when '_private_job_queues' then '{select,insert,update}'
        when '_private_tasks' then '{select,insert}'
        else '{}' end
      else '{select,insert,update,delete}'
    end::text[]) where c.relkind in ('r', 'p', 'v')
  ) w
  where n.nspname in ${schemas}
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    and not case w.kind when 'sequence' then has_sequence_privilege($1, c.oid, w.right) else has_table_privilege($1, c.oid, w.right) end
  group by w.right, w.kind order by w.kind, w.right`

type Missing = { right: string; kind: 'table' | 'sequence'; names: string[] }

/** Grants the role what the application needs, and it does not have yet. @param owner a connection of the tables' owner */
export async function grantRights(owner: pg.ClientBase, role: string): Promise<void> {
  const name = escapeIdentifier(role)
  const { rows: unusable } = await owner.query<{ schema: string }>(
    `select format('%I', nspname) as schema from pg_namespace where nspname in ${schemas} and not has_schema_privilege($1, oid, 'usage')`,
    [role],
  )
  for (const { schema } of unusable) await owner.query(`grant usage on schema ${schema} to ${name}`)
  const { rows } = await owner.query<Missing>(missingQuery, [role])
  for (const { right, kind, names } of rows)
    await owner.query(`grant ${right} on ${kind} ${names.join(', ')} to ${name}`)
}

/** The connection's own role. @property isOwner it owns the tables, or may create them if there are none */
export async function findOwnRole(
  pool: pg.Pool,
): Promise<{ role: string; isSuperuser: boolean; isOwner: boolean; hasTables: boolean }> {
  const { rows } = await pool.query(`
    select current_user as role, rolsuper as "isSuperuser", to_regclass('migration') is not null as "hasTables",
      coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migration')),
        has_schema_privilege(current_schema(), 'create'), false) as "isOwner"
    from pg_roles where rolname = current_user`)
  return rows[0]
}

/** Verifies that the connection's own role has every right. @throws MissingRights naming what is missing */
export async function assertPrivileges(application: pg.Pool): Promise<void> {
  const { role, hasTables } = await findOwnRole(application)
  if (!hasTables)
    throw new MissingRights(
      `the role ${role} finds no tables of Kontor: it may not use their schema, or KONTOR_DATABASE_URL and KONTOR_DATABASE_OWNER_URL name different databases`,
    )
  const { rows } = await application.query<Missing>(missingQuery, [role])
  if (rows.length === 0) return
  const missing = rows.map(({ right, names }) => `${right} on ${names.join(', ')}`).join('; ')
  throw new MissingRights(
    `the role ${role} lacks rights: ${missing}. A start with KONTOR_DATABASE_OWNER_URL grants them`,
  )
}
