import type { ChildProcess } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import type { Account } from '../../platform/ground/account.ts'
import type { MetricsSnapshot } from '../../platform/http/metrics.ts'
import type { ConnectionHandle } from '../connections.ts'
import { logOutput } from '../line-buffer.ts'
import { type FromWorker, heartbeatMs, type ToWorker } from './worker-messages.ts'

/** A worker, seen from the process that started it. */
export type WorkerProcess = {
  /** 1 to N; a replacement gets the number of its predecessor. */
  number: number
  pid: number
  /** The address that it listens on. @throws Error if it exits before or does not start in time */
  ready: Promise<string>
  isReady(): boolean
  exited: Promise<WorkerExit>
  startedAt: number
  /** Asks it to shut down with the whole service. */
  stop(): void
  /** Asks it to hand its connections over to its successor, and to shut down. */
  handOver(successor: WorkerProcess): void
  /** Passes it a connection of its predecessor. */
  accept(connection: ConnectionHandle): void
  kill(): void
  /** Its metrics, or none if it does not send them within a second. */
  readMetrics(): Promise<MetricsSnapshot | undefined>
  sendScrape(id: number, text: string): void
}

/** How a worker exited. @property reason as the worker stated it */
export type WorkerExit = { code: number | null; signal: string | null; reason: string | undefined }

type WorkerListeners = {
  onShuttingDown(worker: WorkerProcess): void
  onScrape(worker: WorkerProcess, id: number): void
}

const readyTimeoutMs = 60_000
const metricsTimeoutMs = 1000
/** A worker without a heartbeat for this long stands still. It may compute for some seconds. */
const maxMissedHeartbeats = 20
const program = join(import.meta.dirname, '../../main.ts')

/** How workers run. @property account if it is not that of this process */
export type WorkerOptions = { account: Account | undefined; env: Record<string, string> }

/** Starts a worker. @param listeners for messages that it sends on its own */
export function startWorker(
  number: number,
  { account, env }: WorkerOptions,
  listeners: WorkerListeners,
): WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_RR
  // The index of the last is `workerLogOutput`.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc', logOutput()]
  cluster.setupPrimary({ exec: program, args: ['worker', String(number)], stdio, ...account })
  const worker: Worker = cluster.fork(env)
  closeLostConnections(worker.process)
  const pendingMetrics = new Map<number, (metrics: MetricsSnapshot | undefined) => void>()
  let lastRequestId = 0
  let reason: string | undefined
  /** Connections on their way to the worker: nobody would close them if it died now. */
  const passedConnections = new Set<ConnectionHandle>()
  let successor: WorkerProcess | undefined
  let isReady = false
  let missedHeartbeats = 0
  // Counted instead of timed: if this process was suspended itself, the heartbeats are still to be read.
  const watchdog = setInterval(() => {
    if (!isReady || ++missedHeartbeats < maxMissedHeartbeats) return
    reason = `it stood still for ${(missedHeartbeats * heartbeatMs) / 1000} s`
    worker.process.kill('SIGKILL')
  }, heartbeatMs)
  const send = (message: ToWorker) => {
    // A worker that has just exited is replaced by the supervisor.
    if (worker.isConnected()) worker.send(message, () => {})
  }
  const exited = new Promise<WorkerExit>((done) => {
    worker.once('exit', (code, signal) => done({ code, signal, reason }))
    // The process could not be started.
    worker.once('error', (error) => done({ code: null, signal: null, reason: error.message }))
    worker.on('error', () => {})
  })
  const ready = new Promise<string>((done, fail) => {
    const timeout = setTimeout(() => {
      reason = `it did not answer within ${readyTimeoutMs / 1000} s`
      worker.process.kill('SIGKILL')
    }, readyTimeoutMs)
    worker.on('message', (message: FromWorker, connection?: ConnectionHandle) => {
      if (message.type === 'listening') {
        clearTimeout(timeout)
        isReady = true
        done(message.address)
      } else if (message.type === 'failed') reason = message.message
      else if (message.type === 'shuttingDown') listeners.onShuttingDown(self)
      else if (message.type === 'heartbeat') missedHeartbeats = 0
      else if (message.type === 'connection' && connection) successor?.accept(connection)
      else if (message.type === 'scrape') listeners.onScrape(self, message.id)
      else if (message.type === 'metrics') pendingMetrics.get(message.id)?.(message.metrics)
    })
    exited.then((end) => {
      clearTimeout(timeout)
      clearInterval(watchdog)
      isReady = false
      for (const connection of passedConnections) connection.close()
      fail(new Error(end.reason ?? `a worker ended (${end.signal ?? `code ${end.code}`})`))
    })
  })
  ready.catch(() => {})
  const self: WorkerProcess = {
    number,
    pid: worker.process.pid ?? 0,
    ready,
    isReady: () => isReady,
    exited,
    startedAt: Date.now(),
    stop: () => send({ type: 'stop' }),
    handOver(worker) {
      successor = worker
      send({ type: 'handOver' })
    },
    accept(connection) {
      const close = () => {
        passedConnections.delete(connection)
        connection.close()
      }
      if (!worker.isConnected()) return close()
      passedConnections.add(connection)
      worker.send({ type: 'connection' } satisfies ToWorker, connection, close)
    },
    kill: () => worker.process.kill('SIGKILL'),
    async readMetrics() {
      const id = ++lastRequestId
      const { promise, resolve } = Promise.withResolvers<MetricsSnapshot | undefined>()
      pendingMetrics.set(id, resolve)
      const timeout = setTimeout(resolve, metricsTimeoutMs, undefined)
      send({ type: 'readMetrics', id })
      const snapshot = await promise
      clearTimeout(timeout)
      pendingMetrics.delete(id)
      return snapshot
    },
    sendScrape: (id, text) => send({ type: 'scraped', id, text }),
  }
  return self
}

/** The last messages of a process may arrive after its exit. */
const lateMessageMs = 100

type ClusterMessage = { cmd?: string; act?: string; seq?: number; ack?: number }

/**
 * node:cluster loses a connection that it has passed to a worker that dies before accepting it, and the client would wait forever.
 * Only cluster's internal messages show these connections; if their format changes, this code has no effect.
 */
function closeLostConnections(child: ChildProcess): void {
  const pendingConnections = new Map<number, { close(): void }>()
  const send = child.send as (...args: unknown[]) => boolean
  child.send = (...args: unknown[]) => {
    const [message, connection] = args as [ClusterMessage, { close(): void } | undefined]
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && connection)
      pendingConnections.set(message.seq!, connection)
    return send.apply(child, args)
  }
  child.on('internalMessage', ({ cmd, ack }: ClusterMessage) => {
    if (cmd === 'NODE_CLUSTER' && ack !== undefined) pendingConnections.delete(ack)
  })
  // Not 'disconnect', which is not emitted while a connection is being passed.
  child.once('exit', () => {
    setTimeout(() => {
      for (const connection of pendingConnections.values()) connection.close()
    }, lateMessageMs)
  })
}
