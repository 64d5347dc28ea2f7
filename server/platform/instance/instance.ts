import type { Logger } from 'pino'
import { type BrowserOrigins, createBrowserOrigins } from '../auth/browser-origins.ts'
import { createPrincipalCache, type PrincipalCache } from '../auth/principal.ts'
import { createSessionCache, type SessionCache } from '../auth/session.ts'
import { createWebsiteKeyCache, type WebsiteKeyCache } from '../auth/website-key.ts'
import { type Barrier, openBarrier } from '../database/barrier.ts'
import type { Db } from '../database/database.ts'
import type { DatabaseProbe } from '../database/database-probe.ts'
import type { Replica } from '../database/replica.ts'
import type { ServerLink } from '../database/server-link.ts'
import type { Files } from '../files/files.ts'
import type { Clock } from '../ground/clock.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createSettingsCache, type SettingsCache } from '../settings/current-settings.ts'
import type { Settings } from '../settings/settings.ts'

/** Caches of database contents, with the barrier that keeps them current. */
type Caches = {
  barrier: Barrier
  principals: PrincipalCache
  sessions: SessionCache
  browserOrigins: BrowserOrigins
  websiteKeys: WebsiteKeyCache
  /** `settings` with the overrides of the back office. */
  settingsCache: SettingsCache
}

/** One Kontor: database, files, settings, clock. No module holds any of it as global state. */
export type Instance = Caches & {
  db: Db
  /** For reads of the back office, which may take long. */
  replica: Replica
  files: Files
  secrets: Secrets
  settings: Settings
  clock: Clock
  log: Logger
  probe: DatabaseProbe
}

/** Creates the empty caches of an instance. Close the barrier to release them. */
export function openCaches(link: ServerLink, db: Db, settings: Settings): Caches {
  const barrier = openBarrier(link)
  const principals = createPrincipalCache(db)
  const sessions = createSessionCache(db)
  const websiteKeys = createWebsiteKeyCache(db)
  const browserOrigins = createBrowserOrigins(db)
  const settingsCache = createSettingsCache(db, settings)
  barrier.subscribe(principals)
  barrier.subscribe(sessions)
  barrier.subscribe(browserOrigins)
  barrier.subscribe(websiteKeys)
  barrier.subscribe(settingsCache)
  return { barrier, principals, sessions, browserOrigins, websiteKeys, settingsCache }
}
