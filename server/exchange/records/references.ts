// References of a data set: each must be to a record of the data set or of the database.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { ValidationErrors } from './import-error.ts'

/** Kinds of referenced records: the table, and the name in errors. */
const targets = {
  addressType: ['address_type', 'address type'],
  address: ['address', 'address'],
  article: ['article', 'article'],
  catalog: ['catalogue', 'catalogue'],
  category: ['catalogue_category', 'catalogue category'],
  client: ['client', 'client'],
  company: [`contact where contact_type = 'company'`, 'company'],
  contact: ['contact', 'contact'],
  contactCategory: ['contact_category', 'contact category'],
  date: ['event_date', 'date'],
  event: ['event', 'event'],
  form: ['newsletter_form', 'newsletter form'],
  lead: ['lead', 'lead'],
  order: ['booking_order', 'order'],
  leadCategory: ['lead_category', 'lead category'],
  participation: ['booking', 'participation'],
  role: ['role', 'role'],
  task: ['task', 'task'],
  trainer: ['trainer', 'trainer'],
  template: ['communication_template', 'communication template'],
  user: ['app_user', 'user'],
  websiteKey: ['website_key', 'website key'],
} as const satisfies Record<string, readonly [from: string, name: string]>

export type Target = keyof typeof targets

/** Missing records that are created with a name made from their id. */
export type PlaceholderIds = ReadonlyMap<Target, ReadonlySet<number>>

export class References {
  readonly #provided = new Map<Target, Set<number>>()
  readonly #required = new Map<Target, Map<number, string[]>>()
  readonly #creatable = new Map<Target, Set<number>>()

  /** The data set contains this record. */
  provide(target: Target, id: number): void {
    const ids = this.#provided.get(target)
    if (ids) ids.add(id)
    else this.#provided.set(target, new Set([id]))
  }

  isProvided(target: Target, id: number): boolean {
    return this.#provided.get(target)?.has(id) ?? false
  }

  /** The ids that the data set contains. */
  provided(target: Target): number[] {
    return [...(this.#provided.get(target) ?? [])]
  }

  /** The record must exist in the data set or in the database; 0: no reference. */
  require(target: Target, id: number, pointer: string): void {
    if (id === 0 || this.isProvided(target, id)) return
    const required = this.#required.get(target) ?? new Map<number, string[]>()
    this.#required.set(target, required)
    const pointers = required.get(id)
    if (pointers) pointers.push(pointer)
    else required.set(id, [pointer])
  }

  /** The record is created if it does not exist; 0: no reference. */
  requireOrCreate(target: Target, id: number): void {
    if (id === 0 || this.isProvided(target, id)) return
    const creatable = this.#creatable.get(target) ?? new Set<number>()
    this.#creatable.set(target, creatable.add(id))
  }

  /** Looks up records that are not in the data set, with one statement per kind. Reports required ones that do not exist. */
  async resolve(reader: Reader, errors: ValidationErrors): Promise<PlaceholderIds> {
    const placeholders = new Map<Target, Set<number>>()
    for (const [target, [from, name]] of Object.entries(targets) as [Target, readonly [string, string]][]) {
      const required = this.#required.get(target)
      const creatable = this.#creatable.get(target)
      const ids = [...(required?.keys() ?? []), ...(creatable ?? [])]
      if (ids.length === 0) continue
      const { rows } = await sql<{ id: number }>`select id from (select id from ${sql.raw(from)}) t
        where id = any(${ids}::int[])`.execute(reader)
      const existing = new Set(rows.map((row) => row.id))
      for (const [id, pointers] of required ?? [])
        if (!existing.has(id))
          for (const pointer of pointers) errors.add(pointer, `there is no ${name} ${id}`)
      placeholders.set(target, new Set([...(creatable ?? [])].filter((id) => !existing.has(id))))
    }
    return placeholders
  }
}
