import type { Logger } from 'pino'
import { createPrincipalCache, type PrincipalCache } from '../auth/principal.ts'
import { createSessionCache, type SessionCache } from '../auth/session.ts'
import { type Barrier, openBarrier } from '../database/barrier.ts'
import type { Connection, Db } from '../database/database.ts'
import type { Clock } from './clock.ts'
import { createSettingsCache, type SettingsCache } from './current-settings.ts'
import type { Files } from './files.ts'
import type { Settings } from './settings.ts'

/** What a process holds in memory of the database, and what proves it current. */
export type Caches = {
  barrier: Barrier
  principals: PrincipalCache
  sessions: SessionCache
  /** `settings` with what staff changed of them. */
  settingsCache: SettingsCache
}

/** One Kontor: its database, files, settings and clock. No module holds any of it as global state. */
export type Instance = Caches & { db: Db; files: Files; settings: Settings; clock: Clock; log: Logger }

/** The memory of an instance, empty. Closing its barrier lets it go. */
export function openCaches(connection: Connection, db: Db, settings: Settings): Caches {
  const barrier = openBarrier(connection)
  const principals = createPrincipalCache(db)
  const sessions = createSessionCache(db)
  const settingsCache = createSettingsCache(db, settings)
  barrier.subscribe(principals)
  barrier.subscribe(sessions)
  barrier.subscribe(settingsCache)
  return { barrier, principals, sessions, settingsCache }
}
