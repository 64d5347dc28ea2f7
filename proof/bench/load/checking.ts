// A load generator in a process of its own that checks every response: 64 connections request one path while a thread books one of
// its dates. A response must not have more free seats than were left when its request was sent, nor fewer than there are now.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import type { BookingData } from './booking-worker.ts'
import type { LoadResult } from './load.ts'
import { ResponseReader } from './response-reader.ts'

export type CheckingOptions = {
  address: string
  token: string
  path: string
  connections: number
  seconds: number
  dateId: number
  contactId: number
  /** Bookings per second; 0: none. */
  perSecond: number
  connection: pg.ClientConfig
}

/** The result: number of responses, and of wrong ones. */
export type CheckResult = {
  rate: LoadResult
  answers: number
  stale: number
  ahead: number
  bookings: number
}

const options: CheckingOptions = JSON.parse(process.argv[2]!)
const { hostname, port, host } = new URL(options.address)
const request = Buffer.from(
  `GET ${options.path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: token ${options.token}\r\n\r\n`,
)
const bookingCounts = new Int32Array(new SharedArrayBuffer(12))
const times: number[] = []
let stale = 0
let ahead = 0
let free = 0
let isStopping = false

const connected = (socket: Socket) => once(socket, 'connect')

/** Sends a request. @returns the free seats of the date in the response */
function createRequester(socket: Socket): (done: (freeSeats: number) => void) => void {
  const reader = new ResponseReader(`"date_id":${options.dateId},`, '"free_places":')
  let waiting: ((freeSeats: number) => void) | undefined
  const fail = (error: Error) => {
    if (isStopping) return
    console.error(error)
    process.exit(1)
  }
  socket.setNoDelay(true)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the service has closed a connection')))
  socket.on('data', (piece: Buffer) => {
    const freeSeats = reader.read(piece)
    if (freeSeats !== undefined) waiting!(freeSeats)
  })
  return (done) => {
    waiting = done
    socket.write(request)
  }
}

const sockets = Array.from({ length: options.connections }, () => connect(Number(port), hostname))
await Promise.all(sockets.map(connected))
const requesters = sockets.map(createRequester)
free = await new Promise<number>(requesters[0]!)

let thread: Worker | undefined
if (options.perSecond > 0) {
  const { connection, dateId, contactId, perSecond } = options
  const counts = bookingCounts
  const workerData: BookingData = { connection, dateIds: [dateId], contactId, perSecond, counts }
  thread = new Worker(new URL('./booking-worker.ts', import.meta.url), { workerData })
  thread.once('error', (error) => {
    console.error(error)
    process.exit(1)
  })
  await once(thread, 'message')
}

const startedAt = performance.now()
const deadline = startedAt + options.seconds * 1000
await Promise.all(
  requesters.map(
    (ask) =>
      new Promise<void>((resolve) => {
        const requestAgain = () => {
          const acknowledged = Atomics.load(bookingCounts, 1)
          const sent = performance.now()
          if (sent > deadline) return resolve()
          ask((freeSeats) => {
            if (freeSeats > free - acknowledged) stale++
            if (freeSeats < free - Atomics.load(bookingCounts, 0)) ahead++
            times.push(performance.now() - sent)
            requestAgain()
          })
        }
        requestAgain()
      }),
  ),
)
const seconds = (performance.now() - startedAt) / 1000
Atomics.store(bookingCounts, 2, 1)
if (thread) await once(thread, 'exit')
isStopping = true
for (const socket of sockets) socket.destroy()

const sorted = Float64Array.from(times).sort()
const percentile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
const rate: LoadResult = {
  perSecond: times.length / seconds,
  p50: percentile(0.5),
  p90: percentile(0.9),
  p99: percentile(0.99),
  p999: percentile(0.999),
}
const result: CheckResult = { rate, answers: times.length, stale, ahead, bookings: bookingCounts[1]! }
console.log(JSON.stringify(result))
