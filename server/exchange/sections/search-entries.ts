// The entries of the search during a restore. Triggers write them again with every row of a record, which takes most of the time of a
// restore; they follow from the restored records, so that they can be written at once.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

type Trigger = { table: string; name: string }

const searchTriggers = async (tx: Tx): Promise<readonly Trigger[]> => {
  const { rows } = await sql<Trigger>`
    select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
      and (t.tgname like 'search\\_%' or t.tgname = 'collect_search_words')`.execute(tx)
  return rows
}

const setTriggers = async (tx: Tx, state: 'enable' | 'disable'): Promise<void> => {
  for (const { table, name } of await searchTriggers(tx))
    await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger ${sql.ref(name)}`.execute(tx)
}

/** Turns off the triggers that write entries. The instance is empty, and its tables are locked until the transaction ends. */
export const pauseSearch = (tx: Tx): Promise<void> => setTriggers(tx, 'disable')

const sources = ['contact', 'lead', 'task', 'event', 'date'] as const
const columns = 'kind, id, client_id, search_text'

/** Writes the entries of all records, and turns the triggers on again. */
export async function writeSearch(tx: Tx): Promise<void> {
  // Otherwise the planner would use the statistics of empty tables.
  const tables = new Set((await searchTriggers(tx)).map(({ table }) => table))
  await sql`analyze ${sql.join([...tables].map((table) => sql.table(table)))}`.execute(tx)
  // Large batches of the trigram indexes.
  await sql`select set_config(name, '64MB', true) from unnest(array['work_mem', 'gin_pending_list_limit']) name`.execute(
    tx,
  )
  for (const source of sources) {
    const written = sql.raw(source === 'contact' ? `${columns}, sort_name, has_email` : columns)
    await sql`insert into search_entry (${written}) select ${written} from ${sql.table(`search_source_${source}`)}`.execute(
      tx,
    )
  }
  await sql`insert into search_word select distinct word from search_entry, words_of(search_text) word
    except select word from search_word`.execute(tx)
  await setTriggers(tx, 'enable')
}
