// Runs what reads and resizes images in a process of its own.
import { runImageTask, type WorkerTask } from '../../platform/runtime/worker-pool.ts'
import type { ImageFacts, ImageFault, Rendition } from './image-facts.ts'

const worker = new URL('./image.worker.ts', import.meta.url)
const inspect: WorkerTask = { file: worker, name: 'inspectImage' }
const render: WorkerTask = { file: worker, name: 'renderImage' }

const inspectTimeoutMs = 20_000
const renderTimeoutMs = 60_000

/** @throws TaskTooLarge; Failure 503 if too many images wait */
export const inspectImage = (bytes: Uint8Array): Promise<ImageFacts | ImageFault> =>
  runImageTask(inspect, bytes, inspectTimeoutMs)

/** @param width of the upright image @throws as above; an error if the image cannot be read */
export const renderImage = (input: { bytes: Uint8Array; width: number }): Promise<Rendition[]> =>
  runImageTask(render, input, renderTimeoutMs)
