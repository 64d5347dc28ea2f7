// A thread of a worker pool: runs one task after the other.
import { parentPort } from 'node:worker_threads'
import type { TaskResult } from './worker-pool.ts'

const port = parentPort!

port.on('message', async ({ file, name, input }: { file: string; name: string; input: unknown }) => {
  const run = async (): Promise<TaskResult> => {
    try {
      const { [name]: task } = await import(file)
      return { result: await task(input) }
    } catch (error) {
      return { error }
    }
  }
  port.postMessage(await run())
})
