// How long `kontor demo` takes until it answers: on an empty folder, and again.
import { inFolder } from './instance.ts'
import { demo } from './kontor.ts'

/** In seconds. */
export const measureDemo = (): Promise<number[]> =>
  inFolder(async (folder) => {
    const took: number[] = []
    for (let time = 0; time < 2; time++) {
      const started = performance.now()
      const service = await demo(folder)
      took.push((performance.now() - started) / 1000)
      await service.stop()
    }
    return took
  })
