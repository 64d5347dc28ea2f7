import { sql } from 'kysely'
import { Failure } from '../ground/errors.ts'
import type { Tx } from './database.ts'

/** Runs a part of a transaction. Its changes are undone if it throws a Failure, and the transaction can go on. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint work`.execute(tx)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) await sql`rollback to savepoint work`.execute(tx)
    throw error
  }
}
