// Trainers of dates.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { type RecordOf, selectList } from '../../platform/database/fields.ts'
import { type Trainer, trainerColumns } from '../contract/trainer.schema.ts'
import { anyOf, distinct, group } from './rows.ts'

export type DateTrainers = { main: Map<number, Trainer[]>; all: Map<number, Trainer[]> }

type TrainerRow = RecordOf<typeof trainerColumns> & { id: number }

export async function selectTrainers(reader: Reader, ids: number[]): Promise<TrainerRow[]> {
  const { rows } = await sql<TrainerRow>`
    select t.id, ${sql.raw(selectList(trainerColumns, 't'))} from trainer t where t.id = ${anyOf(ids)}`.execute(
    reader,
  )
  return rows
}

/** The record of a trainer, without next_dates. */
export const toTrainer = ({ id: _, ...columns }: TrainerRow): Trainer => ({ ...columns, next_dates: [] })

/** Main and listed trainers by date, by position. Dates share the object of a trainer. */
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

/** Names with title by date: of the main trainer, and of all listed ones. */
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
