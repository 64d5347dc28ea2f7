// Event catalogue: trainers of dates and their next dates.
import { sql } from 'kysely'
import { addMonths } from '../platform/clock.ts'
import type { Reader } from '../platform/database.ts'
import type { NextDate, Trainer } from './date.schema.ts'
import { anyOf, distinct, group, type Scope } from './rows.ts'

/** Which trainers of a date are shown; nextMonths: their dates from today on for so many months. */
export type TrainersWanted = { main: boolean; all: boolean; nextMonths: number | undefined }

export type DateTrainers = { main: Map<number, Trainer[]>; all: Map<number, Trainer[]> }

/** Main and listed trainers by date, in the order in which staff put them. A trainer is one object, however many dates have it. */
export async function loadTrainers(
  reader: Reader,
  dateIds: number[],
  wanted: TrainersWanted,
  scope: Scope,
): Promise<DateTrainers> {
  const links = await selectDateTrainers(reader, dateIds, wanted)
  const trainerIds = distinct(links.map((link) => link.trainer_id))
  const next =
    wanted.nextMonths === undefined
      ? new Map<number, NextDate[]>()
      : await loadNextDates(reader, trainerIds, wanted.nextMonths, scope)
  const rows = await reader.selectFrom('trainer').selectAll().where('id', '=', anyOf(trainerIds)).execute()
  const trainers = new Map(
    rows.map((row) => [
      row.id,
      {
        trainer_identifier: row.identifier,
        salutation: row.salutation,
        trainer_firstname: row.first_name,
        trainer_lastname: row.last_name,
        trainer_title: row.title,
        trainer_company: row.company,
        trainer_description_html: row.description_html,
        trainer_image_url: row.image_url,
        next_dates: next.get(row.id) ?? [],
      },
    ]),
  )
  const byDate = (shown: typeof links) =>
    group(
      shown,
      (link) => link.date_id,
      (link) => trainers.get(link.trainer_id)!,
    )
  return {
    main: byDate(wanted.main ? links.filter((link) => link.is_main) : []),
    all: byDate(wanted.all ? links.filter((link) => link.is_listed) : []),
  }
}

const selectDateTrainers = (
  reader: Reader,
  dateIds: number[],
  { main, all }: { main: boolean; all: boolean },
) =>
  reader
    .selectFrom('date_trainer')
    .select(['date_id', 'trainer_id', 'is_main', 'is_listed'])
    .where('date_id', '=', anyOf(dateIds))
    .where((where) =>
      where.or([
        ...(main ? [where('is_main', '=', true)] : []),
        ...(all ? [where('is_listed', '=', true)] : []),
      ]),
    )
    .orderBy('position')
    .execute()

/** The dates of trainers, as main trainer or not, that begin between today and so many months later and take place. */
async function loadNextDates(
  reader: Reader,
  trainerIds: number[],
  months: number,
  { today }: Scope,
): Promise<Map<number, NextDate[]>> {
  const rows = await reader
    .selectFrom('event_date as d')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .innerJoin(
      (from) =>
        from
          .selectFrom('date_trainer')
          .select(['trainer_id', 'date_id'])
          .distinct()
          .where('trainer_id', '=', anyOf(trainerIds))
          .as('t'),
      (join) => join.onRef('t.date_id', '=', 'd.id'),
    )
    .leftJoin('date_status as s', 's.status', 'd.status')
    .select([
      't.trainer_id',
      'd.id',
      sql<string>`coalesce(nullif(d.title, ''), e.title)`.as('title'),
      'd.start_date',
      'd.end_date',
    ])
    .where('d.is_published', '=', true)
    .where('e.is_published', '=', true)
    .where('d.is_active', '=', true)
    .where(sql<boolean>`s.takes_place is not false`)
    .where(sql<boolean>`d.start_date between ${today}::date and ${addMonths(today, months)}::date`)
    .orderBy('d.start_date')
    .orderBy(sql`d.start_time collate "C"`)
    .orderBy('d.id')
    .execute()
  return group(
    rows,
    (row) => row.trainer_id,
    (row) => ({
      date_id: String(row.id),
      title: row.title,
      date_start: row.start_date ?? '',
      date_end: row.end_date ?? '',
    }),
  )
}

/** Full names by date, title first: the main trainer's and those of all listed ones. */
export async function loadTrainerNames(reader: Reader, dateIds: number[]) {
  const rows = await reader
    .selectFrom('date_trainer as d')
    .innerJoin('trainer as t', 't.id', 'd.trainer_id')
    .select(['d.date_id', 'd.is_main', 'd.is_listed', 't.title', 't.first_name', 't.last_name'])
    .where('d.date_id', '=', anyOf(dateIds))
    .orderBy('d.position')
    .execute()
  const names = (shown: typeof rows) =>
    group(
      shown,
      (row) => row.date_id,
      (row) => [row.title, row.first_name, row.last_name].filter((part) => part !== '').join(' '),
    )
  return {
    main: names(rows.filter((row) => row.is_main)),
    all: names(rows.filter((row) => row.is_listed)),
  }
}
