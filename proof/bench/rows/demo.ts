// Time from the start of `kontor demo` to its first response: in an empty folder, and on the second start.
import { startDemo } from '../../support/kontor.ts'
import { openFolder } from '../instance/instance.ts'

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
