import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Where the password of a server comes from; each new connection asks for it again, so that it may change. */
export type PasswordSource = { file: string } | { command: readonly [program: string, ...args: string[]] }

/** The password cannot be had. The message does not contain what a command printed. */
export class PasswordUnavailable extends Error {
  /** PostgreSQL's code for a connection that cannot be established. */
  readonly code = '08001'
}

const timeoutMs = 10_000

const runCommand = ([program, ...args]: readonly [string, ...string[]], owner: string): Promise<string> =>
  new Promise((accept, reject) => {
    execFile(program, args, { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error, output) => {
      if (!error) return accept(output)
      const reason = error.killed ? `took more than ${timeoutMs / 1000} s` : `failed (${error.code})`
      reject(new PasswordUnavailable(`the command for the password of ${owner} ${reason}`))
    })
  })

const readPasswordFile = (file: string, owner: string): Promise<string> =>
  readFile(file, 'utf8').catch((error) => {
    throw new PasswordUnavailable(`the file with the password of ${owner} cannot be read (${error.code})`)
  })

/**
 * The first line of the file, or of the output of the command.
 * @param owner for messages: the user of the password
 * @throws PasswordUnavailable
 */
export async function readPassword(source: PasswordSource, owner = 'the database'): Promise<string> {
  const text = await ('file' in source
    ? readPasswordFile(source.file, owner)
    : runCommand(source.command, owner))
  const [password = ''] = text.split(/\r?\n/)
  if (password === '') throw new PasswordUnavailable(`the password of ${owner} is empty`)
  return password
}
