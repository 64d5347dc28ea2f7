// The documentation below /docs, without a browser.
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testInstance } from '../../../../test/support/test-instance.ts'
import { guidePages, guidePath, readGuide } from './guide.ts'
import { picturesFolder } from './guide-markdown.ts'

const kontor = await testInstance()
after(() => kontor.close())

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await kontor.app.inject({ method: 'GET', url, headers })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}
const languages = ['de', 'en'] as const
const addresses = languages.flatMap((language) => [
  ...guidePages.map((name) => guidePath(language, name)),
  `/docs/${language}/reference`,
  `/docs/${language}/search?q=token`,
])

test('/docs shows the overview in the language of the browser', async () => {
  for (const [header, language] of [
    ['de-AT,de;q=0.9', 'de'],
    ['en-GB', 'en'],
    ['fr', 'en'],
  ] as const) {
    const { status, headers, text } = await get('/docs', { 'accept-language': header })
    assert.deepEqual(
      [status, headers['content-language'], headers['vary']],
      [200, language, 'Accept-Language'],
    )
    assert.match(text, new RegExp(`<html lang="${language}">`))
    assert.match(text, /hreflang="x-default" href="\/docs"/)
  }
})

test('every page is there in German and English, and names the other one', async () => {
  for (const address of addresses) {
    const { status, headers, text } = await get(address)
    assert.equal(status, 200, address)
    const language = address.split('/')[2]!
    const path = address.replace(/\?.*/, '').slice(`/docs/${language}`.length)
    assert.equal(headers['content-language'], language)
    for (const one of languages)
      assert.ok(text.includes(`<link rel="alternate" hreflang="${one}" href="/docs/${one}${path}">`), address)
  }
  for (const path of ['/docs/fr', '/docs/en/nothing', '/docs/en/overview', '/docs/en/errors/x'])
    assert.equal((await get(path)).status, 404, path)
})

test('both languages have the same pages, sections, samples and pictures', () => {
  const shapeOf = (language: 'de' | 'en') =>
    readGuide(language).map(({ name, headings, html }) => ({
      name,
      pictures: [...html.matchAll(/<img src="\/docs\/pictures\/(\w+)\/([\w-]+)\.png"/g)].map(
        ([, of, picture]) => {
          assert.equal(of, language, name)
          return picture
        },
      ),
      levels: headings.map(({ level }) => level),
      samples: [...html.matchAll(/<details name="([\w-]+)"/g)].map(([, sample]) => sample),
      tables: html.split('<tr>').length,
      steps: html.split('<li>').length,
    }))
  assert.deepEqual(shapeOf('de'), shapeOf('en'))
})

test('every link of the guide leads to a page and a heading', async () => {
  const ids = new Map<string, Set<string>>()
  for (const address of addresses) {
    const { text } = await get(address)
    ids.set(address, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
  }
  for (const language of languages)
    for (const { name, html } of readGuide(language))
      for (const [, href = ''] of html.matchAll(/<a href="([^"]+)"/g)) {
        if (href.startsWith('https://')) continue
        const [path = '', anchor] = href.split('#')
        const found = ids.get(path || guidePath(language, name))
        assert.ok(found, `${language}/${name}: ${href}`)
        assert.ok(path.startsWith(`/docs/${language}`) || path === '', `${language}/${name}: ${href}`)
        if (anchor) assert.ok(found.has(anchor), `${language}/${name}: ${href}`)
      }
})

test('pages load nothing from other hosts, and those of the guide run one script', async () => {
  for (const address of ['/docs', ...addresses]) {
    const { headers, text } = await get(address)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'/)
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)
    for (const [, source = ''] of text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g))
      assert.match(source, /^\/docs/, address)
    if (address.endsWith('/reference')) continue
    assert.doesNotMatch(policy, /unsafe-inline/)
    assert.deepEqual(text.match(/<script[^>]*>/g), ['<script type="module" src="/docs/assets/guide.js">'])
    assert.doesNotMatch(text, /<style| style=| on\w+=/)
  }
})

test('the search finds sections and operations, without accents and with typing errors', async () => {
  const find = async (language: string, words: string) =>
    [
      ...(await get(`/docs/${language}/search?q=${encodeURIComponent(words)}`)).text.matchAll(
        /<li><a href="(\/docs[^"]+)">/g,
      ),
    ]
      .map(([, href]) => href)
      .filter((href) => /[#]|\/(sync|freshness)$/.test(href!))
  assert.ok((await find('de', 'schlussel')).includes('/docs/de/signing-in#schlüssel-von-publicv1'))
  assert.ok((await find('en', 'idempotncy')).includes('/docs/en/errors#repeat-a-request'))
  assert.ok(
    (await find('en', 'fileLetter')).includes('/docs/en/reference#integration/tag/letters/POST/letters'),
  )
  assert.ok((await find('de', 'facets')).includes('/docs/de/reference#websites/tag/dates/GET/facets'))
  const hostile = await get(`/docs/en/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  assert.equal(hostile.status, 200)
  assert.doesNotMatch(hostile.text, /<script>alert/)
  assert.equal((await get(`/docs/en/search?q=${'x'.repeat(5000)}`)).status, 200)
  assert.equal((await get('/docs/en/search')).status, 200)
})

test('every page is in the navigation of every page, and found by its title', async () => {
  for (const language of languages) {
    const pages = readGuide(language)
    for (const { name } of pages) {
      const { text } = await get(guidePath(language, name))
      const navigation = text.slice(text.indexOf('<nav class="pages"'), text.indexOf('</nav>'))
      const linked = [...navigation.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)
      // The overview is linked above it.
      assert.deepEqual(
        linked,
        pages.slice(1).map((page) => guidePath(language, page.name)),
        name,
      )
      assert.ok(text.includes(`<a class="home" href="${guidePath(language, pages[0]!.name)}">`), name)
    }
    for (const { name, title } of pages) {
      const { text } = await get(`/docs/${language}/search?q=${encodeURIComponent(title)}`)
      assert.ok(text.includes(`<li><a href="${guidePath(language, name)}">`), `${language}: ${title}`)
    }
  }
})

test('pictures are small, shown by a page of their language, and served as pictures', async () => {
  for (const language of languages) {
    const files = readdirSync(join(picturesFolder, language)).toSorted()
    const shown = new Set(
      readGuide(language).flatMap(({ html }) =>
        [...html.matchAll(/<img src="\/docs\/pictures\/\w+\/([^"]+)"/g)].map(([, file]) => file!),
      ),
    )
    assert.deepEqual(files, [...shown].toSorted())
    for (const file of files) {
      assert.ok(statSync(join(picturesFolder, language, file)).size < 150_000, file)
      const { status, headers } = await get(`/docs/pictures/${language}/${file}`)
      assert.deepEqual([status, headers['content-type']], [200, 'image/png'], file)
    }
  }
})

type Operation = {
  requestBody?: object
  description?: string
  security?: unknown[]
  'x-codeSamples': { lang: string; source: string }[]
}

test('the reference offers no body of GET, says where its fields go, and has samples with the right header', async () => {
  for (const [name, header] of [
    ['interface', 'Authorization: token YOUR_TOKEN'],
    ['integration', 'Authorization: token YOUR_TOKEN'],
    ['websites', 'Authorization: Bearer YOUR_KEY'],
  ] as const) {
    const { text } = await get(`/docs/reference/${name}.json`)
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations)) {
        if (method === 'get') assert.equal(operation.requestBody, undefined, path)
        const samples = operation['x-codeSamples']
        assert.deepEqual(
          samples.map(({ lang }) => lang),
          ['shell', 'javascript', 'php', 'python'],
        )
        assert.equal(samples[0]!.source.includes(header), operation.security?.length !== 0, `${name} ${path}`)
      }
    if (name === 'interface')
      assert.match(paths['/events']!['get']!.description!, /this page offers the query/)
  }
})
