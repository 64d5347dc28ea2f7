// The check: format and lint, types, generated files, tests (the architecture's among them). `--fast` leaves the tests out.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (path: string) => join(root, 'node_modules', path)

const node = process.execPath
const steps: [name: string, command: string[], env?: Record<string, string>][] = [
  ['format and lint', [node, bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']],
  ['types', [node, bin('typescript-7/bin/tsc'), '--noEmit']],
  ['types of the back office', [node, bin('typescript-7/bin/tsc'), '--noEmit', '-p', join(root, 'office')]],
  ['generated files', [node, join(root, 'tools/generate.ts'), '--check']],
]
if (!process.argv.includes('--fast')) {
  const external = process.env['KONTOR_TEST_DATABASE_URL']
  const tests = ['npm', 'test']
  steps.push(['tests on the embedded PostgreSQL', tests, { KONTOR_TEST_DATABASE_URL: '' }])
  if (external)
    steps.push(['tests on KONTOR_TEST_DATABASE_URL', tests, { KONTOR_TEST_DATABASE_URL: external }])
}

for (const [name, [command = '', ...args], env] of steps) {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) {
    console.error(`\n== ${name}: failed`)
    process.exit(1)
  }
  console.log(`== ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
