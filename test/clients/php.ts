// PHP for the tests of clients and samples.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { needs } from '../support/programs.ts'

/** An option of tests. */
export const skipWithoutPhp = needs('php')

/** Runs PHP code that fails on every notice and warning. @returns what it prints, as JSON */
export async function runPhp(
  code: string,
  values: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
): Promise<any> {
  const strict = `set_error_handler(function ($level, $message, $file, $line) {
    if (error_reporting() & $level) throw new ErrorException($message, 0, $level, $file, $line);
    return false;
  });`
  const { stdout } = await promisify(execFile)(
    'php',
    ['-d', 'display_errors=stderr', '-r', `${strict}\n${code}`],
    {
      env: { ...process.env, ...values },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return JSON.parse(stdout)
}
