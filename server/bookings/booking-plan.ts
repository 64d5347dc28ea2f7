// What a booking is, and what it shall become.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { type Desk, takesPlace } from './seat-allocation.ts'

/** A booking as it is stored. */
export type Stored = {
  id: number
  contactId: number
  dateId: number
  status: string
  partOf: number
  comment: string
  /** Dates of the modules that the booking of a series comprises. */
  modules: number[]
}

/** What a booking shall become; `stored` undefined: a new one. `children` are the bookings of the modules. */
export type Wish = {
  stored: Stored | undefined
  children: Stored[]
  contactId: number
  dateId: number
  status: string
  comment: string
  modules: number[]
}

/** The bookings with those of their modules. */
export async function loadStored(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, Stored & { children: Stored[] }>> {
  const { rows } = await sql<Stored>`
    select p.id, p.contact_id as "contactId", p.date_id as "dateId", p.status, coalesce(p.part_of, 0) as "partOf", p.comment,
      array(select m.date_id from participation_module m where m.participation_id = p.id order by 1) as modules
    from participation p where p.id = any(${ids}::int[]) or p.part_of = any(${ids}::int[]) order by p.id`.execute(
    tx,
  )
  const wanted = new Set(ids)
  const found = new Map(
    rows.filter(({ id }) => wanted.has(id)).map((row) => [row.id, { ...row, children: [] as Stored[] }]),
  )
  for (const row of rows) found.get(row.partOf)?.children.push(row)
  return found
}

/** All dates that a wish is about. */
export const datesOf = ({
  stored,
  children,
  dateId,
  modules,
}: Omit<Wish, 'contactId' | 'comment' | 'status'>): number[] => [
  ...(stored ? [stored.dateId] : []),
  ...children.map((child) => child.dateId),
  dateId,
  ...modules,
]

/** The dates at which a booking and those of its modules take places now. */
export const seatsBefore = (desk: Desk, { stored, children }: Wish): number[] =>
  (stored ? [stored, ...children] : [])
    .filter(({ status }) => takesPlace(desk, status))
    .map(({ dateId }) => dateId)

/** The dates at which they shall: a module that was cancelled by itself stays so while the series goes on. */
export function modulesAfter(desk: Desk, { stored, children, dateId, modules, status }: Wish): number[] {
  if (!takesPlace(desk, status)) return []
  if (!stored || stored.dateId !== dateId || !takesPlace(desk, stored.status)) return modules
  const here = children.filter((child) => takesPlace(desk, child.status)).map((child) => child.dateId)
  return modules.filter((id) => here.includes(id) || !stored.modules.includes(id))
}
