// How long `kontor demo` takes until it answers: on an empty folder, and again.
import { openFolder } from '../instance/instance.ts'
import { startDemo } from '../instance/kontor.ts'

/** In seconds. */
export async function measureDemo(): Promise<number[]> {
  await using folder = await openFolder()
  const durations: number[] = []
  for (let time = 0; time < 2; time++) {
    const started = performance.now()
    const service = await startDemo(folder.path)
    durations.push((performance.now() - started) / 1000)
    await service.stop()
  }
  return durations
}
