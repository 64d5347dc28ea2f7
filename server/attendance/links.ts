// Links by which the trainers of a date record its attendance without an account.
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { startOfDay } from '../platform/ground/days.ts'
import { badRequest, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { daysAfterDate } from '../platform/ground/link-end.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { attendanceErrors } from './attendance.errors.ts'

export const linkPath = (secret: string): string => `/attendance/${secret}`

export const AttendanceLink = record({
  id: Id,
  trainerName: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  lastUsedAt: Type.String(),
  state: Type.Unsafe<'valid' | 'expired' | 'revoked'>(Type.Enum(['valid', 'expired', 'revoked'])),
})

/** The links of a date, and the choices for a new one. */
export const AttendanceLinks = record({
  links: Type.Array(AttendanceLink),
  trainers: Type.Array(record({ id: Id, name: Type.String() })),
  /** YYYY-MM-DD */
  defaultExpiry: Type.String(),
})

const trainerName = sql<string>`trim(t.first_name || ' ' || t.last_name)`
/** Former trainers of the date have no valid link. */
const stateAt = (now: Date) => sql<Static<typeof AttendanceLink>['state']>`case
  when l.revoked_at is not null or not exists (select from date_trainer d where d.date_id = l.date_id and d.trainer_id = l.trainer_id)
    then 'revoked'
  when l.expires_at <= ${now}::timestamptz then 'expired' else 'valid' end`

export async function loadLinks(
  reader: Reader,
  dateId: number,
  today: string,
  now: Date,
): Promise<Static<typeof AttendanceLinks>> {
  const { rows: links } = await sql<Static<typeof AttendanceLink>>`
    select l.id, ${trainerName} as "trainerName", to_json(l.created_at) #>> '{}' as "createdAt",
      to_json(l.expires_at) #>> '{}' as "expiresAt", coalesce(to_json(l.last_used_at) #>> '{}', '') as "lastUsedAt",
      ${stateAt(now)} as state
    from attendance_link l join trainer t on t.id = l.trainer_id
    where l.date_id = ${dateId} order by l.id desc`.execute(reader)
  const { rows: trainers } = await sql<{ id: number; name: string }>`
    select t.id, ${trainerName} as name from trainer t
    where t.id in (select d.trainer_id from date_trainer d where d.date_id = ${dateId}) order by 2, 1`.execute(
    reader,
  )
  const { rows } = await sql<{ day: string }>`
    select greatest(coalesce((select max(day) from date_half_day where date_id = d.id), d.start_date), last_day(d), ${today}::date)::text as day
    from event_date d where d.id = ${dateId}`.execute(reader)
  if (!rows[0]) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
  const defaultExpiry = Temporal.PlainDate.from(rows[0].day)
    .add({ days: daysAfterDate.attendance })
    .toString()
  return { links, trainers, defaultExpiry }
}

type NewLink = { dateId: number; trainerId: number; lastDay: string }

/** @returns the secret, which is not stored @throws Failure 400 */
export async function createLink(
  tx: Tx,
  { dateId, trainerId, lastDay }: NewLink,
  { today, now, timeZone }: { today: string; now: Date; timeZone: string },
): Promise<string> {
  if (lastDay < today) throw badRequest([{ field: 'lastDay', ...attendanceErrors.expiryPast() }])
  const trainer = await tx
    .selectFrom('date_trainer')
    .select('trainer_id')
    .where('date_id', '=', dateId)
    .where('trainer_id', '=', trainerId)
    .executeTakeFirst()
  if (!trainer) throw badRequest([{ field: 'trainerId', ...attendanceErrors.notTrainer() }])
  const secret = newSecret()
  await tx
    .insertInto('attendance_link')
    .values({
      date_id: dateId,
      trainer_id: trainerId,
      hash: tokenHash(secret),
      created_at: now,
      expires_at: startOfDay(lastDay, 1, timeZone),
    })
    .execute()
  return secret
}

/** @throws Failure 404 */
export async function revokeLink(tx: Tx, dateId: number, linkId: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('attendance_link')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', linkId)
    .where('date_id', '=', dateId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(generalErrors.notFound({ kind: 'attendance link', id: linkId }))
}

type FoundLink = { id: number; dateId: number; trainerName: string; state: 'valid' | 'expired' | 'revoked' }

/** The link with this secret; undefined: there is none. */
export async function findLink(reader: Reader, secret: string, now: Date): Promise<FoundLink | undefined> {
  const { rows } = await sql<FoundLink>`
    select l.id, l.date_id as "dateId", ${trainerName} as "trainerName", ${stateAt(now)} as state
    from attendance_link l join trainer t on t.id = l.trainer_id where l.hash = ${tokenHash(secret)}`.execute(
    reader,
  )
  return rows[0]
}

/** A new link in place of one that has expired. @returns undefined: it was revoked, or the date has another trainer */
export async function replaceLink(
  tx: Tx,
  id: number,
  { today, now, timeZone }: { today: string; now: Date; timeZone: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ dateId: number; trainerId: number; state: FoundLink['state'] }>`
    select l.date_id as "dateId", l.trainer_id as "trainerId", ${stateAt(now)} as state from attendance_link l where l.id = ${id}`.execute(
    tx,
  )
  const [link] = rows
  if (link?.state !== 'expired') return undefined
  const { defaultExpiry: lastDay } = await loadLinks(tx, link.dateId, today, now)
  return linkPath(await createLink(tx, { ...link, lastDay }, { today, now, timeZone }))
}

const touchIntervalMs = 60_000

/** Remembers the use of a link, at most once a minute. */
export const touchLink = (reader: Reader, id: number, now: Date) =>
  sql`update attendance_link set last_used_at = ${now} where id = ${id}
    and (last_used_at is null or last_used_at < ${new Date(now.getTime() - touchIntervalMs)})`.execute(reader)
