/** How long the statements of a kind of work may take, in milliseconds. */
export type TimeLimits = {
  statementMs: number
  /** Waiting for a lock that another transaction holds. */
  lockMs: number
  /** Between two statements of a transaction. */
  idleInTransactionMs: number
}

/** Those of connections that write. */
export type WriteLimits = TimeLimits & {
  /** A commit that waits for a synchronous standby. */
  commitMs: number
}

/** Requests and background jobs. */
export const serviceLimits: WriteLimits = {
  statementMs: 60_000,
  lockMs: 5000,
  idleInTransactionMs: 60_000,
  commitMs: 5000,
}

/** Commands and migrations: single transactions that may read or write everything. */
export const commandLimits: WriteLimits = {
  statementMs: 6 * 3_600_000,
  lockMs: 60_000,
  idleInTransactionMs: 6 * 3_600_000,
  commitMs: 600_000,
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

/** A base backup: a checkpoint at its begin, and at its end waiting until the log is archived. */
export const baseBackupLimits: TimeLimits = {
  statementMs: 300_000,
  lockMs: 10_000,
  idleInTransactionMs: 10_000,
}

/** For a server that does not respond and cannot end the statement itself. */
const responseMs = 5000

/** After which time a client gives up a statement, in milliseconds. */
export const clientTimeoutMs = ({ statementMs }: TimeLimits): number => statementMs + responseMs

/**
 * The settings of a session with these limits. A client whose machine is gone keeps its locks about as long as others wait for
 * them: its session ends when probes, or what was sent to it, remain unanswered for that time.
 */
export const sessionValues = ({
  statementMs,
  lockMs,
  idleInTransactionMs,
}: TimeLimits): Record<string, string> => {
  const goneSeconds = Math.max(lockMs / 1000, 5)
  return {
    timezone: 'UTC',
    synchronous_commit: 'on',
    jit: 'off',
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    // Ignored on Unix sockets.
    tcp_keepalives_idle: String(goneSeconds * 0.6),
    tcp_keepalives_interval: String(goneSeconds * 0.2),
    tcp_keepalives_count: '2',
    tcp_user_timeout: String(goneSeconds * 1000),
  }
}

/**
 * Select expressions that apply the limits to a session. Not startup options: connection poolers such as PgBouncer reject those.
 */
export const sessionSettings = (limits: TimeLimits): string =>
  Object.entries(sessionValues(limits))
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ')
