// The processes of a run. Each one is stopped by its own handle, also after an error.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const running = new Set<ChildProcess>()

/** A child process and the line with which it reported that it is ready. */
export type RunningProcess = { pid: number; ready: RegExpExecArray; stop(): Promise<void> }

/** The environment without Kontor's settings, so that a run does not depend on the shell that it is started from. */
export const cleanEnvironment = (settings: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KONTOR_'))),
  ...settings,
})

/**
 * Starts a program and waits at most 60 s until a line of its standard error reports that it is ready. Its standard output is
 * discarded.
 */
export async function start(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<RunningProcess> {
  const [program, ...args] = command
  const child = spawn(program!, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const line = await new Promise<RegExpExecArray>((resolve, reject) => {
    let output = ''
    const timeout = setTimeout(
      () => fail(new Error(`${command.join(' ')} is not ready after 60 s:\n${output}`)),
      60_000,
    )
    const fail = (error: Error) => {
      clearTimeout(timeout)
      reject(error)
    }
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`${command.join(' ')} exited with ${code}:\n${output}`)))
    child.stderr.on('data', (piece: Buffer) => {
      output = (output + piece).slice(-20_000)
      const found = ready.exec(output)
      if (!found) return
      clearTimeout(timeout)
      resolve(found)
    })
  }).catch(async (error) => {
    await endProcess(child)
    throw error
  })
  return { pid: child.pid!, ready: line, stop: () => endProcess(child) }
}

/** Sends SIGTERM, and SIGKILL after 20 s. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timeout = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(timeout)
}

/** Stops all processes that are still running. */
export const stopAll = async (): Promise<void> => {
  await Promise.all([...running].map(endProcess))
}

/** Runs a program for at most 10 minutes. @returns its standard output @throws if its exit code is not 0 */
export async function run(
  command: readonly string[],
  env: NodeJS.ProcessEnv = cleanEnvironment(),
): Promise<string> {
  const [program, ...args] = command
  const child = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let out = ''
  let err = ''
  child.stdout.on('data', (piece: Buffer) => {
    out += piece
  })
  child.stderr.on('data', (piece: Buffer) => {
    err = (err + piece).slice(-20_000)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}:\n${err}`)
  return out
}
