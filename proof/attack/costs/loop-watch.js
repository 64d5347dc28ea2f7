// Loaded into the attacked service: tells on a socket for how long at most the main thread was busy without a pause, in processor time,
// which a busy machine does not change, since it was asked last.
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const path = process.env.ATTACK_SOCKET
const everyMs = 2
const millisecondsOf = ({ user, system }) => (user + system) / 1000

if (isMainThread && path) {
  // The processes that the service starts are not watched.
  delete process.env.ATTACK_SOCKET
  let before = process.threadCpuUsage()
  let longestMs = 0
  setInterval(() => {
    longestMs = Math.max(longestMs, millisecondsOf(process.threadCpuUsage(before)))
    before = process.threadCpuUsage()
  }, everyMs).unref()
  createServer((socket) => {
    socket.on('error', () => {})
    // The work before this moment counts, too.
    setImmediate(() => {
      socket.end(`${Math.max(longestMs, millisecondsOf(process.threadCpuUsage(before)))}\n`)
      longestMs = 0
      before = process.threadCpuUsage()
    })
  })
    .listen(path)
    .unref()
}
