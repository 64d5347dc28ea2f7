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

/** The options of a connection that enforce the limits. */
export const limitOptions = ({ statementMs, lockMs, idleInTransactionMs }: TimeLimits) => ({
  query_timeout: statementMs + responseMs,
  options: `-c timezone=UTC -c synchronous_commit=on -c jit=off -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
})

/** A server that cannot be reached any more is noticed by unanswered probes, which begin after ten seconds without traffic. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
