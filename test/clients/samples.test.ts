// The samples beside the demo. WordPress and TYPO3 are not installed: the plugin runs on the functions of test/clients/wordpress.php,
// and the class for TYPO3, which uses nothing of TYPO3, with the properties that TypoScript would give it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createClient } from '../../clients/typescript/src/index.ts'
import { compiler } from '../../tools/install-generators.ts'
import { serveDemo } from '../support/data-folders.ts'
import { withoutGenerators } from '../support/generators.ts'
import { removeDataFolder, stop } from '../support/kontor-process.ts'
import { openWebsite } from '../support/website.ts'
import { installClient } from './packed-client.ts'
import { runPhp, skipWithoutPhp } from './php.ts'

const root = join(import.meta.dirname, '../..')
const samples = join(root, 'clients/samples')
const run = promisify(execFile)
let demo: Awaited<ReturnType<typeof serveDemo>>
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kontor-samples-'))
  if (!withoutGenerators) await installClient(folder)
  demo = await serveDemo()
})
after(async () => {
  await stop(demo)
  await removeDataFolder(demo.data)
  await rm(folder, { recursive: true, force: true })
})

const kontor = () => createClient({ baseUrl: demo.url, key: 'pk_demo' })
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#039;').replaceAll('<', '&lt;')

test('nightly sync: 40 lines copy everything, and then what has changed', {
  skip: withoutGenerators,
}, async () => {
  const code = await readFile(join(samples, 'nightly-sync/sync.js'), 'utf8')
  assert.ok(code.trimEnd().split('\n').length <= 40)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'sync.js'), code)
  const file = join(folder, 'dates.sqlite')
  const sync = async () => {
    const env = { ...process.env, KONTOR_URL: demo.url, KONTOR_KEY: 'pk_demo' }
    return (await run(process.execPath, [join(folder, 'sync.js'), file], { env })).stdout.trim()
  }
  const { total } = await kontor().dates()
  assert.ok(total > 100)
  assert.equal(await sync(), `everything read: ${total} written, 0 removed`)
  assert.equal(await sync(), '0 written, 0 removed')
  const first = (await kontor().dates({ limit: 1 })).data[0]!
  const database = new DatabaseSync(file)
  const row = database.prepare('select * from dates where id = ?').get(first.id)!
  assert.deepEqual(
    [row['title'], row['start'], row['availability']],
    [first.title, first.start, first.availability],
  )
  database.exec(`update state set cursor = 'nothing'`)
  await assert.rejects(sync(), /since/)
  assert.equal(database.prepare('select count(*) as n from dates').get()!['n'], total)
  database.close()
})

test('Next.js: the page compiles with strict types, and shows the dates of its filters and pages', {
  skip: withoutGenerators,
}, async () => {
  for (const name of ['react', 'react-dom', '@types'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  const page = 'app/termine/page.tsx'
  await cp(join(samples, 'nextjs/app'), join(folder, 'app'), { recursive: true })
  const compilerOptions = {
    ...{ strict: true, jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', target: 'es2023' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: ['node', 'react'], skipLibCheck: true },
    ...{
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      rootDir: '.',
      outDir: 'js',
    },
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [page] }))
  await run(process.execPath, [compiler, '-p', folder]).catch(({ stdout }) =>
    assert.fail(`the page does not compile:\n${stdout}`),
  )
  process.env['KONTOR_URL'] = demo.url
  type Parameters = Record<string, string>
  const { default: Page } = (await import(pathToFileURL(join(folder, 'js/app/termine/page.js')).href)) as {
    default(props: { searchParams: Promise<Parameters> }): Promise<ReactElement>
  }
  const render = async (parameters: Parameters = {}) =>
    renderToStaticMarkup(await Page({ searchParams: Promise.resolve(parameters) }))
  const { data, total } = await kontor().dates()
  const html = await render()
  assert.match(html, new RegExp(`<p>${total} Termine</p>`))
  assert.equal(html.match(/<li /g)?.length, 20)
  assert.ok(html.includes(escaped(data[0]!.title)))
  const [, later] = /href="\?([^"]+)"/.exec(html)!
  const second = await render(Object.fromEntries(new URLSearchParams(later!.replaceAll('&amp;', '&'))))
  const { data: all } = await kontor().dates({ limit: 40 })
  assert.ok(second.includes(escaped(all[20]!.title)))
  const city = (await kontor().facets()).cities[0]!
  assert.match(await render({ city: city.id }), new RegExp(`<p>${city.count} Termine</p>`))
  assert.match(await render({ q: 'gibtesnicht' }), /<p>0 Termine<\/p>/)
  assert.match(await render({ cursor: 'x' }), /Diese Auswahl gibt es nicht/)
})

test('WordPress: shortcode and block show dates, ask with an ETag, and say when Kontor cannot be reached', {
  skip: skipWithoutPhp,
}, async () => {
  const plugin = join(folder, 'kontor-dates')
  await cp(join(samples, 'wordpress/kontor-dates'), plugin, { recursive: true })
  await cp(join(root, 'clients/php/Kontor.php'), join(plugin, 'Kontor.php'))
  const city = (await kontor().facets()).cities[0]!
  const shown = await runPhp(
    `require getenv('HARNESS');
    WordPress::$options = ['kontor_url' => getenv('KONTOR'), 'kontor_key' => 'pk_demo'];
    require getenv('PLUGIN') . '/kontor-dates.php';
    do_action('init'); do_action('admin_init');
    ob_start(); foreach (WordPress::$fields as $field) $field(); $settings = ob_get_clean();
    $first = do_shortcode('[kontor_dates limit="3"]');
    $city = render_block('kontor/dates', ['city' => getenv('CITY'), 'limit' => 100]);
    $again = do_shortcode('[kontor_dates limit="3"]');
    $plain = do_shortcode('[kontor_dates]');
    $none = do_shortcode('[kontor_dates q="gibtesnicht"]');
    $statuses = WordPress::$statuses;
    WordPress::$options['kontor_url'] = 'http://127.0.0.1:1';
    $unreachable = do_shortcode('[kontor_dates]');
    WordPress::$canEdit = true;
    $editor = do_shortcode('[kontor_dates]');
    WordPress::$options['kontor_url'] = '';
    $unset = do_shortcode('[kontor_dates]');
    echo json_encode(compact('settings', 'first', 'city', 'again', 'plain', 'none', 'statuses', 'unreachable', 'editor', 'unset'));`,
    { HARNESS: join(root, 'test/clients/wordpress.php'), PLUGIN: plugin, KONTOR: demo.url, CITY: city.id },
  )
  const items = (html: string) => html.match(/<li /g)?.length
  const { data } = await kontor().dates({ limit: 3 })
  for (const { title } of data) assert.ok(shown.first.includes(escaped(title)), title)
  assert.deepEqual([items(shown.first), items(shown.plain)], [3, 10])
  assert.equal(items(shown.city), Math.min(city.count, 100))
  assert.equal(shown.again, shown.first)
  assert.deepEqual(shown.statuses, [200, 200, 304, 200, 200])
  assert.match(shown.none, /keine Termine/)
  assert.equal(shown.unreachable, '<p class="kontor-error">Die Termine sind gerade nicht erreichbar.</p>')
  assert.match(shown.editor, /cURL error 7/)
  assert.match(shown.unset, /baseUrl: must be the address/)
  assert.match(shown.settings, /name="kontor_url" id="kontor_url" value="http/)
})

test('WordPress: the editor’s script registers the block with its settings and a preview', async () => {
  const script = await readFile(join(samples, 'wordpress/kontor-dates/block.js'), 'utf8')
  const { attributes } = JSON.parse(
    await readFile(join(samples, 'wordpress/kontor-dates/block.json'), 'utf8'),
  )
  const values = Object.fromEntries(
    Object.entries(attributes as Record<string, { default: unknown }>).map(([name, one]) => [
      name,
      one.default,
    ]),
  )
  type Edit = (props: { attributes: object; setAttributes(change: object): void }) => ReactElement
  const registered: Record<string, { edit: Edit }> = {}
  const changes: object[] = []
  const field =
    (type: string) =>
    ({ label, value, onChange }: { label: string; value: unknown; onChange(value: string): void }) => {
      onChange('1')
      return createElement(type, null, `${label}: ${value}`)
    }
  const wrap = ({ children }: { children: ReactNode }) => createElement('section', null, children)
  const wp = {
    blocks: {
      registerBlockType: (name: string, block: { edit: Edit }) =>
        Object.assign(registered, { [name]: block }),
    },
    blockEditor: { useBlockProps: () => ({ className: 'block' }), InspectorControls: wrap },
    components: { PanelBody: wrap, TextControl: field('p'), RangeControl: field('b') },
    element: { createElement },
    serverSideRender: ({ block }: { block: string }) => createElement('i', null, block),
  }
  runInNewContext(script, { window: { wp } })
  const { edit } = registered['kontor/dates']!
  const html = renderToStaticMarkup(
    createElement(edit, { attributes: values, setAttributes: (change: object) => changes.push(change) }),
  )
  assert.match(html, /Kategorien.*Orte.*Wörter.*<b>Anzahl: 10<\/b>.*<i>kontor\/dates<\/i>/)
  assert.deepEqual(changes.flatMap(Object.keys), Object.keys(values))
})

test('TYPO3: the content object shows dates', { skip: skipWithoutPhp }, async () => {
  const typoScript = await readFile(join(samples, 'typo3/setup.typoscript'), 'utf8')
  const [, name, method] = /userFunc = (\S+)->(\w+)/.exec(typoScript)!
  const properties = Object.fromEntries(
    [...typoScript.matchAll(/^ {2}(\w+) = (.*)$/gm)].map(([, property, value]) => [property, value]),
  )
  const show = (more: object) =>
    runPhp(
      `require getenv('CLIENT'); require getenv('SAMPLE');
      echo json_encode((new (getenv('NAME')))->{getenv('METHOD')}('', json_decode(getenv('PROPERTIES'), true)));`,
      {
        CLIENT: join(root, 'clients/php/Kontor.php'),
        SAMPLE: join(samples, 'typo3/KontorDates.php'),
        NAME: name!,
        METHOD: method!,
        PROPERTIES: JSON.stringify({ ...properties, url: demo.url, cacheFolder: folder, ...more }),
      },
    )
  const { data } = await kontor().dates({ category: [1], limit: 10 })
  assert.ok(data.length > 0)
  for (const html of [await show({}), await show({})]) {
    assert.equal(html.match(/<li /g).length, data.length)
    for (const { title } of data) assert.ok(html.includes(escaped(title)), title)
  }
  assert.match(await show({ url: 'http://127.0.0.1:1' }), /gerade nicht erreichbar/)
})

test('Next.js, WordPress and TYPO3: a date that is not yet open says from when it can be booked', {
  skip: withoutGenerators || skipWithoutPhp,
}, async () => {
  const site = await openWebsite()
  try {
    await sql`
      insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
      insert into event (id, title, is_published) values (1, 'R', true);
      insert into event_date (id, event_id, title, start_date, booking_start_date, participants_max, status, is_published) values
        (1, 1, 'Later', '2099-03-01', '2099-01-10', 9, 'open', true), (2, 1, 'Now', '2099-03-02', '2020-01-10', 9, 'open', true)`.execute(
      site.kontor.owner,
    )
    const url = await site.kontor.app.listen({ port: 0, host: '127.0.0.1' })
    const key = await site.createKey()
    Object.assign(process.env, { KONTOR_URL: url, KONTOR_KEY: key })
    const { default: Page } = await import(
      `${pathToFileURL(join(folder, 'js/app/termine/page.js')).href}?later`
    )
    const nextjs = renderToStaticMarkup(await Page({ searchParams: Promise.resolve({}) }))
    const wordpress = await runPhp(
      `require getenv('HARNESS');
      WordPress::$options = ['kontor_url' => getenv('KONTOR_URL'), 'kontor_key' => getenv('KONTOR_KEY')];
      require getenv('PLUGIN') . '/kontor-dates.php';
      do_action('init');
      echo json_encode(do_shortcode('[kontor_dates]'));`,
      { HARNESS: join(root, 'test/clients/wordpress.php'), PLUGIN: join(folder, 'kontor-dates') },
    )
    const typo3 = await runPhp(
      `require getenv('CLIENT'); require getenv('SAMPLE');
      $properties = ['url' => getenv('KONTOR_URL'), 'key' => getenv('KONTOR_KEY'), 'cacheFolder' => getenv('FOLDER')];
      echo json_encode((new Vendor\\SitePackage\\KontorDates())->render('', $properties));`,
      {
        CLIENT: join(root, 'clients/php/Kontor.php'),
        SAMPLE: join(samples, 'typo3/KontorDates.php'),
        FOLDER: folder,
      },
    )
    for (const [html, day] of [
      [nextjs, '10. Januar 2099'],
      [wordpress, '10. January 2099'],
      [typo3, '10.01.2099'],
    ]) {
      assert.match(html, new RegExp(`Later.*buchbar ab ${day}.*Now`, 's'))
      assert.match(html, /Now.*freie Plätze/s)
      assert.doesNotMatch(html, /nicht buchbar/)
    }
  } finally {
    await site.kontor.close()
  }
})
