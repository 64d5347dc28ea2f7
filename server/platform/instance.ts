import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Files } from './files.ts'
import type { Settings } from './settings.ts'

/** One Kontor: its database, files, settings and clock. No module holds any of it as global state. */
export type Instance = { db: Db; files: Files; settings: Settings; clock: Clock; log: Logger }
