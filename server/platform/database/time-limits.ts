/** How long the statements of a kind of work may take, in milliseconds. */
export type TimeLimits = {
  statementMs: number
  /** Waiting for a lock that another transaction holds. */
  lockMs: number
  /** Between two statements of a transaction. */
  idleInTransactionMs: number
}

/** Requests and background jobs. */
export const serviceLimits: TimeLimits = { statementMs: 60_000, lockMs: 5000, idleInTransactionMs: 60_000 }

/** Commands and migrations: single transactions that may read or write everything. */
export const commandLimits: TimeLimits = {
  statementMs: 6 * 3_600_000,
  lockMs: 60_000,
  idleInTransactionMs: 6 * 3_600_000,
}

/** Short reads on shared connections: one that waits delays all that follow it on its connection. */
export const sharedReadLimits: TimeLimits = { statementMs: 10_000, lockMs: 100, idleInTransactionMs: 10_000 }

/** The barrier's checks, for which requests wait. Without the lock it drops the caches instead of reading what changed. */
export const cacheCheckLimits: TimeLimits = { statementMs: 4000, lockMs: 2000, idleInTransactionMs: 10_000 }

/** The check of readiness. */
export const readinessLimits: TimeLimits = { statementMs: 2000, lockMs: 2000, idleInTransactionMs: 10_000 }

/** The connection that tells which processes use the embedded server. */
export const serverUseLimits: TimeLimits = {
  statementMs: 60_000,
  lockMs: 10_000,
  idleInTransactionMs: 10_000,
}

/** For a server that does not respond and cannot end the statement itself. */
const responseMs = 5000

/** After which time a client gives up a statement, in milliseconds. */
export const clientTimeoutMs = ({ statementMs }: TimeLimits): number => statementMs + responseMs

/**
 * Select expressions that apply the limits to a session. Not startup options: connection poolers such as PgBouncer reject those.
 */
export const sessionSettings = ({ statementMs, lockMs, idleInTransactionMs }: TimeLimits): string =>
  Object.entries({
    timezone: 'UTC',
    synchronous_commit: 'on',
    jit: 'off',
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  })
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ')
