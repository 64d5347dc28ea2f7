// The README's examples: every command in a console block is run on a new demo, and prints the output shown.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { serveDemo } from './support/data-folders.ts'
import { removeDataFolder, stop } from './support/kontor-process.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

type Step = { command: string; expected: string }

/** The commands of the console blocks with their output. */
const steps: Step[] = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block
    .split(/^\$ /m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [command = '', ...lines] = part.split('\n')
      return { command, expected: lines.join('\n').trim() }
    }),
)

const pattern = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .split('…')
      .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*')}$`,
  )

const hasCurl = spawnSync('curl', ['--version']).status === 0
let demo: Awaited<ReturnType<typeof serveDemo>>

before(async () => {
  demo = await serveDemo()
})

after(async () => {
  await stop(demo)
  await removeDataFolder(demo.data)
})

test('the README has examples', () => {
  assert.ok(steps.length >= 15)
})

test('the examples print the output shown', { skip: hasCurl ? false : 'there is no curl' }, async (t) => {
  for (const { command, expected } of steps)
    await t.test(command.slice(0, 100), () => {
      const output = execFileSync('sh', ['-c', command], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        env: {
          ...process.env,
          KONTOR: `${demo.url}/restapi/v1`,
          AUTH: 'Authorization: token demo',
          JSON: 'Content-Type: application/json',
        },
      })
      assert.match(output.replaceAll('\r', '').trim(), pattern(expected))
    })
})
