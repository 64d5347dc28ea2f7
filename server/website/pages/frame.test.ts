// All pages for visitors have one frame: name, logo and colour of a client, the switch of the language, and the legal pages.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { publicPages, websitePages } from '../../pages.ts'
import type { WebsitePage } from '../../platform/pages/website-pages.ts'
import { feedPages } from './feeds.page.ts'
import { rootPage } from './root.page.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const secret = 'a'.repeat(43)

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  const hash = `sha256('${secret}')`
  await sql
    .raw(`
    insert into client (id, name) values (2, 'Nordlicht GmbH');
    update client set name = 'Akademie' where id = 1;
    insert into letterhead (client_id, accent_color, logo) values (1, '#0b5c6b', decode('${png.toString('hex')}', 'hex')), (2, '#7a3e00', null);
    insert into legal_page (client_id, kind, url, body) values
      (null, 'imprint', 'https://a.example/impressum', ''), (null, 'privacy', '', '<p>Wir speichern wenig.</p>'),
      (2, 'imprint', '', '<p>Nordlicht, Hafen 1</p>'), (null, 'accessibility', '', '<p>[[Stand]]</p>');
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable;
    insert into event (id, title, is_published) values (1, 'R', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, client_id) values
      (10, 1, '2026-12-10', 3, 'open', true, 1), (20, 1, '2026-12-11', 3, 'open', true, 2);
    insert into contact (id, contact_type, last_name) values (5, 'person', 'Nolte');
    insert into booking_order (id, code, orderer_id, source, created_at) values (1, 'ABCD', 5, 'website', '2026-11-20');
    insert into booking (id, date_id, contact_id, order_id, status) values (1, 20, 5, 1, 'booked');
    insert into order_link (order_id, hash) values (1, ${hash});
    insert into seat_link (booking_id, hash) values (1, ${hash});
    insert into feedback_invitation (booking_id, hash) values (1, ${hash});
    insert into website_key (id, client_id, name, key, hash, shows_all_clients) values (9, 1, 'all', 'pk_all', sha256('pk_all'), true);
    update website_pages set key_id = 9`)
    .execute(site.kontor.db)
})
after(() => site.kontor.close())

const frameOf = (body: string) => ({
  provider: /<header>.*?<(?:a|span)[^>]*>(?:<img[^>]*>)?([^<]*)</s.exec(body)?.[1],
  logo: /<header>.*?<img src="([^"]*)"/s.exec(body)?.[1] ?? '',
  accent: /--accent:(#\w+)/.exec(body)?.[1],
  languages: [...body.matchAll(/<nav[^>]*>.*?hreflang="(\w+)"/gs)].map(([, language]) => language),
  footer: [.../<footer>(.*)<\/footer>/s.exec(body)![1]!.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, href, label]) => `${label} ${href}`,
  ),
})

const footer = [
  'Impressum https://a.example/impressum',
  'Datenschutz /legal/privacy?lang=de',
  'Meine Buchung /booking?lang=de',
  'Vertrag widerrufen /withdraw?lang=de',
]

test('every page of the registries has the frame, also for a link that is not valid, and for an address of no page', async () => {
  // A redirect, and files for programs.
  const others = new Set<WebsitePage>([rootPage, ...feedPages])
  const shown = [...websitePages.filter((page) => !others.has(page)), ...publicPages]
  const paths = shown.map(({ path }) =>
    path
      .replace('{dateId}', '10')
      .replace('{slug}', 'none')
      .replace('{kind}', 'privacy')
      .replace(/\{\w+\}/, 'none'),
  )
  assert.ok(paths.length > 14)
  for (const path of [...paths, '/book/999', '/legal/none', '/dates?lang=de&lang=en']) {
    const { body } = await site.open(path)
    const { languages, logo, accent, ...frame } = frameOf(body)
    // It can be saved, if the office is built.
    const origin = body.includes('id="data"') ? 'https://kontor.example.org' : ''
    assert.deepEqual(frame.provider, 'Akademie', path)
    assert.deepEqual(
      frame.footer,
      footer.map((line) => line.replace(' /', ` ${origin}/`)),
      path,
    )
    assert.equal(accent, '#0b5c6b', path)
    assert.match(logo, origin ? /^data:image\/png;base64,/ : /^\/logo\/[0-9a-f]{16}$/, path)
    if (!path.startsWith('/book/10')) assert.deepEqual(languages, ['en'], path)
    // One style for all, and none beside it.
    assert.equal(body.match(/<style>/g)?.length, 1, path)
    assert.doesNotMatch(body, /style="/, path)
  }
})

test('the logo is a file that browsers keep', async () => {
  const { logo } = frameOf((await site.open('/withdraw')).body)
  const { rawPayload, headers } = await site.kontor.app.inject({ url: logo })
  assert.deepEqual([rawPayload, headers['content-type']], [png, 'image/png'])
  assert.match(String(headers['cache-control']), /immutable/)
  assert.equal((await site.open('/logo/0123456789abcdef')).status, 404)
})

test('pages of a date are in the name of its client, also where the link has expired or was answered', async () => {
  for (const path of [`/booking/${secret}`, `/seat/${secret}`, `/feedback/${secret}`, '/book/20']) {
    const { body } = await site.open(path)
    const { provider, accent, logo, footer: links } = frameOf(body)
    assert.deepEqual([provider, accent, logo], ['Nordlicht GmbH', '#7a3e00', ''], path)
    assert.equal(links[0], 'Impressum /legal/imprint?client=2&amp;lang=de', path)
  }
  site.kontor.clock.set('2028-01-01T12:00:00Z')
  const { status, body } = await site.open(`/booking/${secret}`)
  assert.deepEqual([status, frameOf(body).provider], [410, 'Nordlicht GmbH'])
  site.kontor.clock.set('2026-11-25T12:00:00Z')
})

test('a legal page shows the text of its client; a draft, and a page elsewhere, are not shown', async () => {
  const own = await site.open('/legal/imprint?client=2')
  assert.deepEqual([own.status, frameOf(own.body).provider], [200, 'Nordlicht GmbH'])
  assert.match(own.body, /<p>Nordlicht, Hafen 1<\/p>/)
  assert.match((await site.open('/legal/privacy', 'en')).body, /<p>Wir speichern wenig\.<\/p>/)
  for (const path of ['/legal/imprint', '/legal/accessibility', '/legal/privacy?client=0x', '/legal/terms'])
    assert.equal((await site.open(path)).status, path.includes('client') ? 200 : 404, path)
})

test('without pages of the catalogue, pages by a link keep the frame, without a link to the list', async () => {
  await sql`update website_pages set key_id = null`.execute(site.kontor.db)
  const { body } = await site.open('/withdraw')
  assert.match(body, /<header><span><img [^>]*>Akademie<\/span>/)
  assert.deepEqual(frameOf(body).footer, footer)
  assert.equal(frameOf((await site.open('/dates')).body).provider, 'Akademie')
  await sql`update website_pages set key_id = 9`.execute(site.kontor.db)
})
