// The package @kontor/client as it would be published.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { compiler } from '../../tools/install-generators.ts'
import { browserPath, skipWithoutBrowser } from '../support/browser.ts'
import { withoutGenerators } from '../support/generators.ts'
import { openWebsite, type Website } from '../support/website.ts'
import { installClient } from './packed-client.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
let folder: string
let files: string[]
let site: Website
let baseUrl: string
let key: string
before(async () => {
  if (withoutGenerators) return
  folder = await mkdtemp(join(tmpdir(), 'kontor-package-'))
  files = await installClient(folder)
  site = await openWebsite()
  key = await site.createKey()
  baseUrl = await site.kontor.app.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  if (withoutGenerators) return
  await site.kontor.close()
  await rm(folder, { recursive: true, force: true })
})

const installed = (...path: string[]) => join(folder, 'node_modules/@kontor/client', ...path)

test('the package has its code, types, licence and README, and no dependency', {
  skip: withoutGenerators,
}, async () => {
  const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8'))
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundledDependencies'])
    assert.equal(manifest[kind], undefined)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  assert.equal(manifest.version, version)
  for (const file of ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts'])
    assert.ok(files.includes(file), file)
  assert.deepEqual(
    files.filter((file) => !/^(dist\/[\w-]+\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(file)),
    [],
  )
})

test('its code imports nothing but its own files', { skip: withoutGenerators }, async () => {
  for (const file of (await readdir(installed('dist'))).filter((name) => name.endsWith('.js'))) {
    const code = await readFile(installed('dist', file), 'utf8')
    for (const [, name] of code.matchAll(/\bfrom\s*'([^']+)'|\bimport\(/g))
      assert.match(name ?? '', /^\.\/[\w-]+\.js$/)
    assert.doesNotMatch(code, /\b(process|Buffer|require)\b[.(]/)
  }
})

const program = `
import { createClient, KontorError } from '@kontor/client'
const kontor = createClient({ baseUrl: process.env['KONTOR']!, key: process.env['KEY']! })
const { total } = await kontor.dates({ availability: ['available'], sort: '-start' })
const kind = await kontor.event('missing').then(
  ({ title }) => title.toUpperCase(),
  (error: unknown) => (error instanceof KontorError ? error.kind : ''),
)
console.log(JSON.stringify({ total, kind }))
// @ts-expect-error the parameter is called city
void kontor.dates({ cities: ['Köln'] }).catch(() => {})
// @ts-expect-error there is no such availability
void kontor.dates({ availability: ['sold'] }).catch(() => {})
`

test('its types are found by nodenext and by bundlers, and Node runs it', {
  skip: withoutGenerators,
}, async () => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'program.ts'), program)
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const compilerOptions = {
      module,
      moduleResolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      outDir: 'js',
      rootDir: '.',
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    await run(process.execPath, [compiler, '-p', folder]).catch(({ stdout, stderr }) =>
      assert.fail(`${module}:\n${stdout}${stderr}`),
    )
  }
  const { stdout } = await run(process.execPath, [join(folder, 'js/program.js')], {
    env: { ...process.env, KONTOR: baseUrl, KEY: key },
  })
  assert.deepEqual(JSON.parse(stdout), { total: 0, kind: 'not-found' })
})

test('a browser imports it as a module on another origin', {
  skip: withoutGenerators || skipWithoutBrowser,
}, async () => {
  const types: Record<string, string> = { js: 'text/javascript', html: 'text/html; charset=utf-8' }
  const page = `<!doctype html><title>…</title><script type="module">
    import { createClient } from './index.js'
    const kontor = createClient({ baseUrl: '${baseUrl}', key: '${key}' })
    document.title = 'total ' + (await kontor.dates()).total
  </script>`
  const server = createServer(async (request, response) => {
    const name = request.url!.slice(1)
    const content = name === 'page.html' ? page : await readFile(installed('dist', name)).catch(() => '')
    response.writeHead(content === '' ? 404 : 200, {
      'content-type': types[name.split('.').at(-1)!] ?? 'text/plain',
    })
    response.end(content)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`)
    await tab.waitForFunction(`document.title === 'total 0'`)
  } finally {
    await browser.close()
    server.close()
  }
})
