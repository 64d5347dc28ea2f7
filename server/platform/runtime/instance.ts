import type { Logger } from 'pino'
import { keepPrincipals, type Principals } from '../auth/access.ts'
import { keepSessions, type Sessions } from '../auth/session.ts'
import { type Barrier, openBarrier } from '../database/barrier.ts'
import type { Connection, Db } from '../database/database.ts'
import type { Clock } from './clock.ts'
import { type CurrentSettings, keepSettings } from './current-settings.ts'
import type { Files } from './files.ts'
import type { Settings } from './settings.ts'

/** What a process holds in memory of the database, and what proves it current. */
export type Memory = {
  barrier: Barrier
  principals: Principals
  sessions: Sessions
  /** `settings` with what staff changed of them. */
  current: CurrentSettings
}

/** One Kontor: its database, files, settings and clock. No module holds any of it as global state. */
export type Instance = Memory & { db: Db; files: Files; settings: Settings; clock: Clock; log: Logger }

/** The memory of an instance, empty. Closing its barrier lets it go. */
export function openMemory(connection: Connection, db: Db, settings: Settings): Memory {
  const barrier = openBarrier(connection)
  const principals = keepPrincipals(db)
  const sessions = keepSessions(db)
  const current = keepSettings(db, settings)
  barrier.follow(principals)
  barrier.follow(sessions)
  barrier.follow(current)
  return { barrier, principals, sessions, current }
}
