// The HTML and JavaScript of the guide, in a browser beside a service.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Browser, chromium, type Page } from 'playwright-core'
import { browserPath, skipWithoutBrowser } from '../support/browser.ts'
import { openWebsite, type Website } from '../support/website.ts'

const guide = join(import.meta.dirname, '../../docs/guide')
const options = { skip: skipWithoutBrowser }
let browser: Browser
let server: Server
let site: Website
let html = ''
let key = ''
let kontorUrl = ''

type Snippet = { file: string; language: string; source: string }

/** The snippets of the guide in these languages. */
async function loadSnippets(...languages: string[]): Promise<Snippet[]> {
  const files = (await readdir(guide, { recursive: true })).filter((name) => name.endsWith('.md')).toSorted()
  const found = await Promise.all(
    files.map(async (file) =>
      [...(await readFile(join(guide, file), 'utf8')).matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
        ([, language, source]) => ({ file, language: language!, source: source! }),
      ),
    ),
  )
  return found.flat().filter(({ language }) => languages.includes(language))
}

before(async () => {
  if (skipWithoutBrowser) return
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  site = await openWebsite()
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into catalogue_category (id, name) values (3, 'Data');
    insert into event (id, title, is_published) values (1, 'Einführung in R', true);
    insert into event_in_category (event_id, category_id) values (1, 3);
    insert into event_date (id, event_id, start_date, participants_max, booked_count, status, is_published, has_waiting_list, booking_start_date) values
      (139, 1, '2099-03-01', 9, 0, 'open', true, false, null), (140, 1, '2099-04-01', 1, 1, 'open', true, true, null),
      (141, 1, '2099-05-01', 9, 0, 'open', true, false, '2098-01-10'), (142, 1, '2099-02-01', 9, 0, null, true, false, null)`.execute(
    site.kontor.db,
  )
  key = await site.createKey()
  kontorUrl = await site.kontor.app.listen({ port: 0, host: '127.0.0.1' })
  server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  )
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
})
after(async () => {
  await browser?.close()
  server?.close()
  await site?.kontor.close()
})

async function open({
  file,
  source,
}: Pick<Snippet, 'file' | 'source'>): Promise<{ page: Page; errors: string[] }> {
  const lang = file.slice(0, 2)
  html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>x</title>${source
    .replaceAll('https://kontor.example', kontorUrl)
    .replaceAll('pk_demo', key)}`
  const page = await browser.newPage({ locale: lang })
  page.setDefaultTimeout(30_000)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/favicon/.test(message.text())) errors.push(message.text())
  })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { page, errors }
}

/** By a part of its source: what a snippet of HTML shows. */
const shows: [part: string, check: (page: Page) => Promise<void>][] = [
  [
    'id="dates"',
    async (page) => {
      await page.getByRole('listitem').nth(2).waitFor()
      const texts = await page.getByRole('listitem').allInnerTexts()
      assert.equal(texts.length, 3, 'a date that cannot be booked is left out')
      assert.match(texts[0]!, /2099 Einführung in R$/)
      assert.match(texts[1]!, /\((Warteliste|waiting list)\)$/)
      assert.match(texts[2]!, /\((ab|from) .*2098\)$/)
    },
  ],
  [
    '<kontor-dates',
    async (page) => {
      await page.locator('kontor-dates li').nth(2).waitFor()
      await page.locator('kontor-date li').first().waitFor()
      await page.locator('kontor-booking form').waitFor()
    },
  ],
]

test('every snippet of HTML in the guide works, in both languages', options, async () => {
  const snippets = await loadSnippets('html')
  assert.ok(snippets.length >= 4)
  for (const snippet of snippets) {
    const check = shows.find(([part]) => snippet.source.includes(part))?.[1]
    assert.ok(check, `${snippet.file}: a test for\n${snippet.source}`)
    const { page, errors } = await open(snippet)
    await check(page)
    assert.deepEqual(errors, [], snippet.file)
    await page.close()
  }
})

const image = {
  alt: 'A scatter plot',
  url: '/a.jpg',
  width: 640,
  height: 427,
  sources: [
    { url: '/a.webp', type: 'image/webp', width: 320, height: 213 },
    { url: '/a.jpg', type: 'image/jpeg', width: 640, height: 427 },
  ],
}

test('every snippet of JavaScript in the guide works', options, async () => {
  const snippets = await loadSnippets('js', 'javascript')
  assert.ok(snippets.length >= 2)
  for (const { file, source } of snippets) {
    assert.match(source, /function picture/, `${file}: a test for\n${source}`)
    const run = `${source}; document.body.append(picture(${JSON.stringify(image)}, '50vw'))`
    const { page, errors } = await open({ file, source: `<body><script>${run}</script>` })
    assert.equal(await page.locator('picture source').getAttribute('srcset'), '/a.webp 320w')
    assert.equal(await page.locator('picture img').getAttribute('srcset'), '/a.jpg 640w')
    assert.equal(await page.locator('picture img').getAttribute('alt'), 'A scatter plot')
    assert.deepEqual(errors, [], file)
    await page.close()
  }
})
