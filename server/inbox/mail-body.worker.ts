// Cleans a long letter beside the server's own thread, which must not wait for what somebody sent.
import { parentPort, workerData } from 'node:worker_threads'
import { cleanMailBody } from './mail-body.clean.ts'

const { html, remote } = workerData as { html: string; remote: boolean }
parentPort?.postMessage(cleanMailBody(html, remote))
