// Ids that a data set refers to: each must be in the data set or in the database.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { ValidationErrors } from './import-error.ts'

/** What can be referred to: where it is found and what it is called. */
const targets = {
  addressType: ['address_type', 'address type'],
  address: ['address', 'address'],
  article: ['article', 'article'],
  catalog: ['catalogue', 'catalogue'],
  category: ['catalogue_category', 'catalogue category'],
  client: ['client', 'client'],
  company: [`contact where contact_type = 'company'`, 'company'],
  consent: ['newsletter_consent', 'newsletter consent'],
  contact: ['contact', 'contact'],
  contactCategory: ['contact_category', 'contact category'],
  date: ['event_date', 'date'],
  event: ['event', 'event'],
  form: ['newsletter_form', 'newsletter form'],
  lead: ['lead', 'lead'],
  leadCategory: ['lead_category', 'lead category'],
  participation: ['booking', 'participation'],
  task: ['task', 'task'],
  template: ['communication_template', 'communication template'],
  user: ['app_user', 'user'],
} as const satisfies Record<string, readonly [from: string, name: string]>

export type Target = keyof typeof targets

/** Targets that are added under a name made from their id where nobody has them. */
export type Placeholders = ReadonlyMap<Target, ReadonlySet<number>>

export class References {
  readonly #given = new Map<Target, Set<number>>()
  readonly #needed = new Map<Target, Map<number, string[]>>()
  readonly #wanted = new Map<Target, Set<number>>()

  /** The data set brings this. */
  provide(target: Target, id: number): void {
    const ids = this.#given.get(target)
    if (ids) ids.add(id)
    else this.#given.set(target, new Set([id]))
  }

  isProvided(target: Target, id: number): boolean {
    return this.#given.get(target)?.has(id) ?? false
  }

  /** The ids that the data set brings. */
  provided(target: Target): number[] {
    return [...(this.#given.get(target) ?? [])]
  }

  /** This must be somewhere; 0 refers to nothing. */
  require(target: Target, id: number, pointer: string): void {
    if (id === 0 || this.isProvided(target, id)) return
    const required = this.#needed.get(target) ?? new Map<number, string[]>()
    this.#needed.set(target, required)
    const pointers = required.get(id)
    if (pointers) pointers.push(pointer)
    else required.set(id, [pointer])
  }

  /** This is made under a name of its id where it is nowhere. */
  requireOrCreate(target: Target, id: number): void {
    if (id === 0 || this.isProvided(target, id)) return
    const wanted = this.#wanted.get(target) ?? new Set<number>()
    this.#wanted.set(target, wanted.add(id))
  }

  /** Looks up what the data set does not bring, one statement per target. Tells what is needed and nowhere. */
  async resolve(reader: Reader, errors: ValidationErrors): Promise<Placeholders> {
    const placeholders = new Map<Target, Set<number>>()
    for (const [target, [from, name]] of Object.entries(targets) as [Target, readonly [string, string]][]) {
      const needed = this.#needed.get(target)
      const wanted = this.#wanted.get(target)
      const ids = [...(needed?.keys() ?? []), ...(wanted ?? [])]
      if (ids.length === 0) continue
      const { rows } = await sql<{ id: number }>`select id from (select id from ${sql.raw(from)}) t
        where id = any(${ids}::int[])`.execute(reader)
      const existing = new Set(rows.map((row) => row.id))
      for (const [id, pointers] of needed ?? [])
        if (!existing.has(id))
          for (const pointer of pointers) errors.add(pointer, `there is no ${name} ${id}`)
      placeholders.set(target, new Set([...(wanted ?? [])].filter((id) => !existing.has(id))))
    }
    return placeholders
  }
}
