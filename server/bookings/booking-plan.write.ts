// Bookings into their tables, once their places have been found.
import { sql } from 'kysely'
import { modulesAfter, type Wish } from './booking-plan.ts'
import { countsAs, type Desk, takesPlace } from './seat-allocation.ts'

type Row = {
  id: number
  contact_id: number
  date_id: number
  status: string
  comment: string
  part_of: number | null
  waiting_since: string | null
  waits: boolean
}

/** What the booking of a module is in, where that of its series is in a status that takes a place. */
const moduleStatus = (desk: Desk, status: string): string =>
  countsAs(desk, status) === 'reserved' ? status : 'booked'

function childrenOf(desk: Desk, wish: Wish, parentId: number): Row[] {
  const { stored, children, status, contactId } = wish
  const after = modulesAfter(desk, wish)
  const row = (dateId: number, next: string, id = 0, comment = ''): Row => ({
    id,
    contact_id: contactId,
    date_id: dateId,
    status: next,
    comment,
    part_of: parentId,
    waiting_since: null,
    waits: false,
  })
  // One that is cancelled is taken up again.
  const kept = new Map(
    children
      .toSorted((a, b) => Number(takesPlace(desk, a.status)) - Number(takesPlace(desk, b.status)))
      .map((child) => [child.dateId, child]),
  )
  const changed = children.flatMap((child): Row[] => {
    const isMeant = after.includes(child.dateId) && kept.get(child.dateId) === child
    const isHere = takesPlace(desk, child.status)
    if (!isMeant) return isHere ? [row(child.dateId, 'cancelled', child.id, child.comment)] : []
    // Whether somebody came is told of each module.
    const follows =
      !isHere ||
      (stored &&
        countsAs(desk, stored.status) === countsAs(desk, child.status) &&
        countsAs(desk, status) !== countsAs(desk, stored.status))
    return follows ? [row(child.dateId, moduleStatus(desk, status), child.id, child.comment)] : []
  })
  const fresh = after.filter((id) => !kept.has(id)).map((id) => row(id, moduleStatus(desk, status)))
  return [...changed, ...fresh]
}

/** Writes what bookings become. @returns their ids, in the order of the wishes */
export async function writeWishes(desk: Desk, wishes: readonly Wish[]): Promise<number[]> {
  if (wishes.length === 0) return []
  const now = desk.now.toISOString()
  const parents = wishes.map(({ stored, contactId, dateId, status, comment }): Row => {
    const waits = countsAs(desk, status) === 'waitlisted'
    const waited =
      stored !== undefined && countsAs(desk, stored.status) === 'waitlisted' && stored.dateId === dateId
    return {
      id: stored?.id ?? 0,
      contact_id: contactId,
      date_id: dateId,
      status,
      comment,
      part_of: stored?.partOf || null,
      waiting_since: waits && !waited ? now : null,
      waits: waits && waited,
    }
  })
  const ids = await writeRows(desk, parents)
  await writeRows(
    desk,
    wishes.flatMap((wish, index) => childrenOf(desk, wish, ids[index]!)),
  )
  await writeModules(
    desk,
    wishes.map(({ modules, stored }, index) => ({ id: ids[index]!, modules, before: stored?.modules ?? [] })),
  )
  await followModules(desk, wishes)
  return ids
}

// Who comes on the waiting list goes behind all others: to the last position that staff gave, and there by time.
async function writeRows(desk: Desk, rows: readonly Row[]): Promise<number[]> {
  const columns = sql.raw(
    'as g(id int, contact_id int, date_id int, status text, comment text, part_of int, waiting_since timestamptz, waits boolean, n int)',
  )
  const numbered = rows.map((row, n) => ({ ...row, n }))
  const old = numbered.filter(({ id }) => id !== 0)
  const fresh = numbered.filter(({ id }) => id === 0)
  const last = sql.raw(
    `case when g.waiting_since is null then 0 else coalesce((select max(o.waiting_position) from participation o join participation_status s on s.status = o.status and s.counts_as = 'waitlisted' where o.date_id = g.date_id), 0) end`,
  )
  const ids = rows.map(({ id }) => id)
  if (old.length > 0)
    await sql`update participation p set date_id = g.date_id, status = g.status, comment = g.comment,
        waiting_since = case when g.waits then p.waiting_since else g.waiting_since end,
        waiting_position = case when g.waits then p.waiting_position else ${last} end
      from json_to_recordset(${JSON.stringify(old)}::json) ${columns} where p.id = g.id`.execute(desk.tx)
  if (fresh.length > 0) {
    const { rows: made } = await sql<{ id: number }>`
      insert into participation (contact_id, date_id, status, comment, part_of, waiting_since, waiting_position, created_at)
      select g.contact_id, g.date_id, g.status, g.comment, g.part_of, g.waiting_since, ${last}, ${desk.now}
      from json_to_recordset(${JSON.stringify(fresh)}::json) ${columns} order by g.n
      returning id`.execute(desk.tx)
    fresh.forEach(({ n }, index) => {
      ids[n] = made[index]!.id
    })
  }
  return ids
}

type Modules = { id: number; modules: number[]; before: number[] }

async function writeModules({ tx }: Desk, all: readonly Modules[]): Promise<void> {
  const changed = all.filter(({ modules, before }) => modules.join() !== before.join())
  if (changed.length === 0) return
  await tx
    .deleteFrom('participation_module')
    .where('participation_id', '=', sql<number>`any(${changed.map(({ id }) => id)}::int[])`)
    .execute()
  const rows = changed.flatMap(({ id, modules }) =>
    modules.map((date_id) => ({ participation_id: id, date_id })),
  )
  if (rows.length > 0) await tx.insertInto('participation_module').values(rows).execute()
}

/** A module that is taken at another date is a part of its series there. */
async function followModules({ tx }: Desk, wishes: readonly Wish[]): Promise<void> {
  const moved = wishes.flatMap(({ stored, dateId }) =>
    stored?.partOf && stored.dateId !== dateId
      ? [{ series: stored.partOf, from: stored.dateId, to: dateId }]
      : [],
  )
  if (moved.length === 0) return
  const given = sql`json_to_recordset(${JSON.stringify(moved)}::json) as g(series int, "from" int, "to" int)`
  await sql`delete from participation_module m using ${given} where m.participation_id = g.series and m.date_id = g."from"`.execute(
    tx,
  )
  await sql`insert into participation_module select g.series, g."to" from ${given} on conflict do nothing`.execute(
    tx,
  )
}
