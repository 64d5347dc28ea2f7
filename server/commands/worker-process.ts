import type { ChildProcess } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import type { Counted } from '../platform/http/metrics.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** A worker as the process sees it that started it. */
export type WorkerProcess = {
  /** 1…N; one that takes another's place has its number. */
  number: number
  pid: number
  /** The address that it answers at. @throws Error where it ends before, or does not answer in time */
  answering: Promise<string>
  isAnswering(): boolean
  ended: Promise<End>
  startedAt: number
  leave(lingerMs: number): void
  kill(): void
  /** What it has counted, or nothing where it does not say so within a second. */
  count(): Promise<Counted | undefined>
  scraped(id: number, text: string): void
}

/** How a worker ended. @property reason what it said of it */
export type End = { code: number | null; signal: string | null; reason: string | undefined }

type Told = {
  leaving(worker: WorkerProcess): void
  scrape(worker: WorkerProcess, id: number): void
}

const answersWithinMs = 60_000
const countsWithinMs = 1000
const program = join(import.meta.dirname, '../main.ts')

/** Starts a worker. @param told hears what it says by itself */
export function startWorker(number: number, env: Record<string, string>, told: Told): WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ exec: program, args: ['worker', String(number)] })
  const worker: Worker = cluster.fork(env)
  closeLostConnections(worker.process)
  const counts = new Map<number, (counted: Counted | undefined) => void>()
  let lastCount = 0
  let reason: string | undefined
  let answers = false
  const send = (message: ToWorker) => {
    // One that has just ended does not hear it, and its end is told elsewhere.
    if (worker.isConnected()) worker.send(message, () => {})
  }
  const ended = new Promise<End>((done) => {
    worker.once('exit', (code, signal) => done({ code, signal, reason }))
    // Where no process could be made.
    worker.once('error', (error) => done({ code: null, signal: null, reason: error.message }))
    worker.on('error', () => {})
  })
  const answering = new Promise<string>((done, fail) => {
    const late = setTimeout(() => {
      reason = `it did not answer within ${answersWithinMs / 1000} s`
      worker.process.kill('SIGKILL')
    }, answersWithinMs)
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'answering') {
        clearTimeout(late)
        answers = true
        done(message.address)
      } else if (message.type === 'failed') reason = message.message
      else if (message.type === 'leaving') told.leaving(self)
      else if (message.type === 'scrape') told.scrape(self, message.id)
      else counts.get(message.id)?.(message.counted)
    })
    ended.then((end) => {
      clearTimeout(late)
      answers = false
      fail(new Error(end.reason ?? `a worker ended (${end.signal ?? `code ${end.code}`})`))
    })
  })
  answering.catch(() => {})
  const self: WorkerProcess = {
    number,
    pid: worker.process.pid ?? 0,
    answering,
    isAnswering: () => answers,
    ended,
    startedAt: Date.now(),
    leave: (lingerMs) => send({ type: 'leave', lingerMs }),
    kill: () => worker.process.kill('SIGKILL'),
    async count() {
      const id = ++lastCount
      const { promise, resolve } = Promise.withResolvers<Counted | undefined>()
      counts.set(id, resolve)
      const late = setTimeout(resolve, countsWithinMs, undefined)
      send({ type: 'count', id })
      const counted = await promise
      clearTimeout(late)
      counts.delete(id)
      return counted
    },
    scraped: (id, text) => send({ type: 'scraped', id, text }),
  }
  return self
}

/** What a process said before it ended may be read after its end. */
const lastWordsMs = 100

type ClusterMessage = { cmd?: string; act?: string; seq?: number; ack?: number }

/**
 * node:cluster forgets a connection that it passed to a worker which then dies without having taken it: the client would wait for
 * ever. Nothing tells of these but cluster's own messages; were they other ones, nothing would happen here.
 */
function closeLostConnections(child: ChildProcess): void {
  const passed = new Map<number, { close(): void }>()
  const send = child.send as (...given: unknown[]) => boolean
  child.send = (...given: unknown[]) => {
    const [message, connection] = given as [ClusterMessage, { close(): void } | undefined]
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && connection)
      passed.set(message.seq!, connection)
    return send.apply(child, given)
  }
  child.on('internalMessage', ({ cmd, ack }: ClusterMessage) => {
    if (cmd === 'NODE_CLUSTER' && ack !== undefined) passed.delete(ack)
  })
  // Not 'disconnect': it does not come where a connection was on its way.
  child.once('exit', () => {
    setTimeout(() => {
      for (const connection of passed.values()) connection.close()
    }, lastWordsMs)
  })
}
