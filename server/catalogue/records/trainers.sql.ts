// Event catalogue: trainers of dates.
import type { Selectable } from 'kysely'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { Trainer } from '../contract/date.schema.ts'
import { anyOf, distinct, group } from './rows.ts'

export type DateTrainers = { main: Map<number, Trainer[]>; all: Map<number, Trainer[]> }

/** The record of a trainer; next_dates are derived. */
export const toTrainer = (row: Selectable<Database['trainer']>): Trainer => ({
  trainer_identifier: row.identifier,
  salutation: row.salutation,
  trainer_firstname: row.first_name,
  trainer_lastname: row.last_name,
  trainer_title: row.title,
  trainer_company: row.company,
  trainer_description_html: row.description_html,
  trainer_image_url: row.image_url,
  next_dates: [],
})

export const selectTrainers = (reader: Reader, ids: number[]) =>
  reader.selectFrom('trainer').selectAll().where('id', '=', anyOf(ids)).execute()

/** Main and listed trainers by date, in the order in which staff put them. A trainer is one object, however many dates have it. */
export async function loadTrainers(reader: Reader, dateIds: number[]): Promise<DateTrainers> {
  const links = await reader
    .selectFrom('date_trainer')
    .select(['date_id', 'trainer_id', 'is_main', 'is_listed'])
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('position')
    .execute()
  const rows = await selectTrainers(reader, distinct(links.map((link) => link.trainer_id)))
  const trainers = new Map(rows.map((row) => [row.id, toTrainer(row)]))
  const byDate = (selected: typeof links) =>
    group(
      selected,
      (link) => link.date_id,
      (link) => trainers.get(link.trainer_id)!,
    )
  return {
    main: byDate(links.filter((link) => link.is_main)),
    all: byDate(links.filter((link) => link.is_listed)),
  }
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
  const names = (selected: typeof rows) =>
    group(
      selected,
      (row) => row.date_id,
      (row) => [row.title, row.first_name, row.last_name].filter((part) => part !== '').join(' '),
    )
  return {
    main: names(rows.filter((row) => row.is_main)),
    all: names(rows.filter((row) => row.is_listed)),
  }
}
