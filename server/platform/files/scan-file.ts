// Uploaded files are scanned by a command of the operator, such as clamdscan.
import { execFile } from 'node:child_process'
import type { Logger } from 'pino'
import { badRequest, Failure } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { limitHeavyWork } from '../ground/heavy-work.ts'
import type { Settings } from '../settings/settings.ts'

const timeoutMs = 60_000
const rejected = 1

/**
 * @param settings `scanCommand`: the program with its arguments; the path of the file is added
 * @returns scans a file, undefined without a command. It throws Failure 400 for a file that the command rejects (exit code 1), and
 * 503 if the command fails
 */
export function createFileScan(
  { scanCommand }: Pick<Settings, 'scanCommand'>,
  log: Pick<Logger, 'warn'>,
): ((path: string) => Promise<void>) | undefined {
  if (!scanCommand) return undefined
  const [program, ...args] = scanCommand
  const inTurn = limitHeavyWork(2, timeoutMs)
  const scan = (path: string) =>
    new Promise<void>((accept, reject) => {
      execFile(
        program,
        [...args, path],
        { timeout: timeoutMs, killSignal: 'SIGKILL' },
        (error, stdout, stderr) => {
          if (!error) return accept()
          const output = `${stdout}${stderr}`.trim().slice(0, 500)
          if (error.code === rejected) {
            log.warn({ output }, 'an uploaded file was rejected by KONTOR_SCAN')
            reject(badRequest([{ field: 'body', ...generalErrors.rejectedFile() }]))
          } else {
            log.warn(
              { code: error.code, signal: error.signal, output },
              'KONTOR_SCAN failed: the upload is rejected',
            )
            reject(new Failure(503, generalErrors.scanFailed(), [], { 'retry-after': '60' }))
          }
        },
      )
    })
  return (path) => inTurn(() => scan(path))
}
