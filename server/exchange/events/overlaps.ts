// Data set: overlaps of its dates with others. Forbidden ones are errors, others are counted.
import { sql } from 'kysely'
import { findForbiddenOverlaps, overlapError } from '../../catalogue/dates/overlaps.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ImportRun } from '../records/section.ts'
import { dateRecordsOf } from './check.ts'

/**
 * Checks what has been written.
 * @returns the number of dates of the data set that begin while one of their trainers or rooms is still taken by another date
 */
export async function checkOverlaps(tx: Tx, { section, errors }: ImportRun): Promise<number> {
  const pointers = new Map<number, string>()
  for (const { date, pointer } of dateRecordsOf(section('events'))) pointers.set(date.date_id, pointer)
  const rooms = section('rooms')
  for (const [index, { dateIds }] of rooms.items.entries())
    for (const [at, id] of (dateIds as number[]).entries())
      if (!pointers.has(id)) pointers.set(id, `${rooms.pointer(index)}/dateIds/${at}`)
  const dateIds = [...pointers.keys()]
  const trainerIds = section('trainers').items.map(({ id }) => id as number)
  const roomIds = rooms.items.map(({ id }) => id as number)
  const overlaps = await findForbiddenOverlaps(
    tx,
    sql`(a.date_id = any(${dateIds}::int[]) or a.trainer_id = any(${trainerIds}::int[]) or a.room_id = any(${roomIds}::int[]))`,
  )
  for (const overlap of overlaps)
    errors.add(pointers.get(overlap.dateId) ?? '', overlapError(overlap).message)
  const { rows } = await sql<{ count: number }>`
    select count(distinct date_id)::int as count from (
      select b.date_id, b.period, max(upper(b.period)) over (partition by b.trainer_id, b.room_id order by lower(b.period), b.date_id
        rows between unbounded preceding and 1 preceding) as taken_until
      from busy_period b left join trainer t on t.id = b.trainer_id left join room r on r.id = b.room_id
      where coalesce(t.overlap_check, r.overlap_check) <> 'off' and upper(b.period) > current_date
    ) p where lower(p.period) < p.taken_until and p.date_id = any(${dateIds}::int[])`.execute(tx)
  return rows[0]!.count
}
