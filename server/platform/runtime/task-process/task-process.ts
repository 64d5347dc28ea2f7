// A process of a worker pool: runs one task after the other.
import './deny-network.ts'
import type { TaskRequest, TaskResult } from '../worker-pool.ts'

// Its pool is gone.
process.on('disconnect', () => process.exit())

process.on('message', async ({ file, name, input }: TaskRequest) => {
  const run = async (): Promise<TaskResult> => {
    try {
      const { [name]: task } = await import(file)
      return { result: await task(input) }
    } catch (error) {
      return { error }
    }
  }
  process.send!(await run())
})
