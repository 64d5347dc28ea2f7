// The samples of the documentation, each run against the demo in its language.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { serveDemo } from '../support/data-folders.ts'
import { removeDataFolder, stop } from '../support/kontor-process.ts'
import { needs } from '../support/programs.ts'

const folder = join(import.meta.dirname, '../../docs/guide/samples')
let demo: Awaited<ReturnType<typeof serveDemo>>

before(async () => {
  demo = await serveDemo()
})
after(async () => {
  await stop(demo)
  await removeDataFolder(demo.data)
})

const languages = {
  sh: { label: 'curl', program: 'sh', file: 'sample.sh', needs: 'curl' },
  js: { label: 'JavaScript', program: process.execPath, file: 'sample.mjs', needs: process.execPath },
  php: { label: 'PHP', program: 'php', file: 'sample.php', needs: 'php' },
  py: { label: 'Python', program: 'python3', file: 'sample.py', needs: 'python3' },
} as const
type Ending = keyof typeof languages

/** Runs a program on the demo. */
async function runSample(source: string, ending: Ending, times = 1): Promise<string[]> {
  const { program, file } = languages[ending]
  const cwd = await mkdtemp(join(tmpdir(), 'kontor-sample-'))
  try {
    const text = source
      .replaceAll('https://kontor.example', demo.url)
      .replaceAll('YOUR_TOKEN', 'demo')
      .replaceAll('YOUR_KEY', 'pk_demo')
    await writeFile(join(cwd, file), text)
    const outputs: string[] = []
    for (let round = 0; round < times; round++) {
      const { stdout } = await promisify(execFile)(program, [file], { cwd, maxBuffer: 16 * 1024 * 1024 })
      outputs.push(stdout)
    }
    return outputs
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

/** The output of each sample, in any language. */
const expected: Record<string, RegExp> = {
  'list-dates': /(\d+ dates\n|"availability":).*20\d\d-/s,
  'read-catalogue': /Projektmanagement: Grundlagen für den sicheren Start/,
  'read-error': /colour: is not a known parameter.*dateStart: must be a date/s,
  'conditional-request': /200[^\n]*\n.*304/,
  'filter-dates': /Hamburg.*Berlin/s,
  'nightly-sync': /^(\d{2,} dates\n|\{"data":\[\],"next":"[^"]+"\})$/,
  'file-letter': /"taskId":\d+,.*"Anfrage\.pdf"/,
  'take-enquiry': /["']?leadId["']?: ?\d+/,
}
// Started by a server that receives webhooks: server/website/webhooks/signature.test.ts.
const withoutRequest = ['verify-signature']

test('every sample is in every language, and has its test', async () => {
  const names = await readdir(folder)
  assert.deepEqual(names.toSorted(), [...Object.keys(expected), ...withoutRequest].toSorted())
  for (const name of Object.keys(expected))
    assert.deepEqual(
      (await readdir(join(folder, name))).toSorted(),
      Object.keys(languages)
        .map((ending) => `sample.${ending}`)
        .toSorted(),
      name,
    )
})

for (const [ending, { label, needs: required }] of Object.entries(languages))
  test(`the samples of the guide work in ${label}, and may be run again`, {
    skip: needs(required),
  }, async () => {
    for (const [name, output] of Object.entries(expected)) {
      const source = await readFile(join(folder, name, `sample.${ending}`), 'utf8')
      // Its effect may be repeated.
      for (const printed of await runSample(source, ending as Ending, 2)) assert.match(printed, output, name)
    }
  })

type Operation = { 'x-codeSamples': { label: string; source: string }[] }

const firstId = async (list: string): Promise<number> => {
  const response = await fetch(`${demo.url}/public/v1/${list}?key=pk_demo&limit=1`)
  return ((await response.json()) as { data: [{ id: number }] }).data[0].id
}

for (const [ending, { label, needs: required }] of Object.entries(languages))
  test(`the reference's samples that read work in ${label}`, { skip: needs(required) }, async () => {
    // Which records the demo shows depends on the day.
    const shown = {
      '/dates/41': `/dates/${await firstId('dates')}`,
      '/events/7': `/events/${await firstId('events')}`,
    }
    let count = 0
    for (const name of ['interface', 'websites']) {
      const response = await fetch(`${demo.url}/docs/reference/${name}.json`)
      const { paths } = (await response.json()) as { paths: Record<string, { get?: Operation }> }
      for (const [path, { get }] of Object.entries(paths)) {
        const sample = get?.['x-codeSamples'].find((one) => one.label === label)
        // The demo stores no files.
        if (!sample || path === '/openapi.json' || path.startsWith('/files/')) continue
        const source = Object.entries(shown).reduce(
          (text, [from, to]) => text.replace(from, to),
          sample.source,
        )
        const [printed = ''] = await runSample(source, ending as Ending)
        assert.doesNotMatch(printed, /"code":4\d\d|"status":4\d\d/, `${name} ${path}`)
        assert.notEqual(printed, '', `${name} ${path}`)
        count++
      }
    }
    assert.ok(count > 15, String(count))
  })
