// The examples of the README and of the guide: every command in a console block is run on a new demo, and prints the output shown.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { serveDemo } from '../support/data-folders.ts'
import { removeDataFolder, stop } from '../support/kontor-process.ts'
import { needs } from '../support/programs.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Step = { command: string; expected: string }

/** The commands of the console blocks of a document with their output. */
const stepsOf = (document: string): Step[] =>
  [...document.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [command = '', ...lines] = part.split(/(?<!\\)\n/)
        return { command, expected: lines.join('\n').trim() }
      }),
  )
const readmeSteps = stepsOf(read('README.md'))
const guideSteps = stepsOf(read('docs/guide/en/developing/interface.md'))

const pattern = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .split('…')
      .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*')}$`,
  )

let demo: Awaited<ReturnType<typeof serveDemo>>

before(async () => {
  demo = await serveDemo()
})

after(async () => {
  await stop(demo)
  await removeDataFolder(demo.data)
})

test('the README has an example, and the guide has those of every part of the interface', () => {
  assert.equal(readmeSteps.length, 1)
  assert.ok(guideSteps.length >= 15)
})

test('the examples in German are those in English', () => {
  assert.deepEqual(stepsOf(read('README.de.md')), readmeSteps)
  assert.deepEqual(stepsOf(read('docs/guide/de/developing/interface.md')), guideSteps)
})

test('the examples print the output shown', { skip: needs('curl') }, async (t) => {
  for (const { command, expected } of [...readmeSteps, ...guideSteps])
    await t.test(command.slice(0, 100), () => {
      const output = execFileSync('sh', ['-c', command.replaceAll('http://127.0.0.1:8080', demo.url)], {
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
