// npm run check: format, lint, types, generated files, `npm test`. `--fast` leaves the tests out, `--all` runs all suites, those that
// differ by server on KONTOR_TEST_DATABASE_URL, too.
import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import { compiler, formatter } from './install-generators.ts'

const root = join(import.meta.dirname, '..')
const node = process.execPath
// Several checkers of one program check the same types again; the steps below already use the cores.
const tsc = [node, compiler, '--noEmit', '--checkers', '1']

type Step = [name: string, command: string[], env?: Record<string, string>]

/** Files that the types need. */
const clientTypes: Step = ['types of the client made', [node, join(root, 'tools/client-types.ts')]]
const beforeTests: Step[] = [
  ['format and lint', [node, formatter, 'check', '--error-on-warnings']],
  ['types', tsc],
  ['types of the back office', [...tsc, '-p', join(root, 'office')]],
  ['types of the client', [...tsc, '-p', join(root, 'clients/typescript')]],
  ['generated files', [node, join(root, 'tools/generate.ts'), '--check']],
]
const all = process.argv.includes('--all')
const tests: Step[] = [
  [
    'tests on the embedded PostgreSQL',
    ['npm', 'test', ...(all ? ['--', '--all'] : [])],
    { KONTOR_TEST_DATABASE_URL: '' },
  ],
]
const secondServer = process.env['KONTOR_TEST_DATABASE_URL']
if (secondServer && all)
  tests.push([
    'tests that differ by server, on KONTOR_TEST_DATABASE_URL',
    ['npm', 'test', '--', '--all', '--second-server'],
    { KONTOR_TEST_DATABASE_URL: secondServer },
  ])

/** Runs a step. @returns whether it succeeded, and its duration */
async function run(
  [, [program = '', ...args], env]: Step,
  stdio: SpawnOptions['stdio'],
  onOutput: (output: string) => void = () => {},
): Promise<{ succeeded: boolean; seconds: string }> {
  const start = performance.now()
  const child = spawn(program, args, { cwd: root, stdio: stdio!, env: { ...process.env, ...env } })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
  const succeeded = await new Promise<boolean>((done) => {
    child.once('error', ({ message }) => {
      onOutput(message)
      done(false)
    })
    child.once('close', (code) => done(code === 0))
  })
  return { succeeded, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}

/** Runs a step concurrently with others, and prints its output when it ends. */
async function runQuietly(step: Step): Promise<boolean> {
  let output = ''
  const { succeeded, seconds } = await run(step, ['ignore', 'pipe', 'pipe'], (text) => {
    output += text
  })
  console.log(`\n== ${step[0]}: ${succeeded ? `${seconds} s` : 'failed'}`)
  if (output.trim()) console.log(output.trimEnd())
  return succeeded
}

async function runVerbosely(step: Step): Promise<boolean> {
  console.log(`\n== ${step[0]}`)
  const { succeeded, seconds } = await run(step, 'inherit')
  console.log(`\n== ${step[0]}: ${succeeded ? `${seconds} s` : 'failed'}`)
  return succeeded
}

async function check(): Promise<boolean> {
  if (!(await runQuietly(clientTypes))) return false
  const results = await Promise.all(beforeTests.map(runQuietly))
  if (results.includes(false)) return false
  if (process.argv.includes('--fast')) return true
  for (const step of tests) if (!(await runVerbosely(step))) return false
  return true
}

if (!(await check())) process.exitCode = 1
