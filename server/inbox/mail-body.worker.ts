// Sanitises a long mail body without blocking the server's event loop.
import { parentPort, workerData } from 'node:worker_threads'
import { cleanMailBody } from './mail-body.clean.ts'

const { html, showRemoteImages } = workerData as { html: string; showRemoteImages: boolean }
parentPort?.postMessage(cleanMailBody(html, showRemoteImages))
