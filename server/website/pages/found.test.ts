// How visitors, search engines and feed readers find the pages: `/`, icon, robots.txt, sitemap, heads, JSON-LD, feeds, missing pages.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { sql } from 'kysely'
import nodeIcal from 'node-ical'
import sharp from 'sharp'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { resizeImagesJob } from '../../catalogue/images/resize-job.ts'

const host = 'https://kontor.example.org'

let site: Website
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z', settings: { publicUrl: host } })
  await sql`
    update client set name = 'Muster & Söhne' where id = 1;
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into date_format (format, name, is_online, is_onsite) values ('web', 'Online', true, false), ('house', 'Vor Ort', false, true)
      on conflict (format) do update set is_online = excluded.is_online, is_onsite = excluded.is_onsite;
    insert into event (id, title, subtitle, is_published, description, description_link) values
      (1, 'Einführung in R', '', true, '<p>Zwei Tage &amp; ein Buch.</p>', 'https://elsewhere.example/r'),
      (2, 'Englisch', 'Für alle', true, '', ''), (3, 'Geheim', '', false, '', '');
    insert into contact (id, contact_type, last_name) values (901, 'location', 'Haus am Hafen');
    insert into location (contact_id) values (901);
    insert into address (contact_id, address_type_id, street, house_number, zip, city, country, is_default)
      select 901, min(id), 'Hafenstraße', '1', '20457', 'Hamburg', 'Deutschland', true from address_type;
    insert into trainer (id, first_name, last_name) values (1, 'Ada', 'Lovelace');
    insert into event_date (id, event_id, start_date, start_time, end_date, end_time, participants_max, status, format, is_published, booking_start_date) values
      (10, 1, '2026-12-10', '09:00', '2026-12-11', '17:00', 30, 'open', 'house', true, null),
      (11, 2, '2027-01-15', '', null, '', 5, 'open', 'web', true, null),
      (12, 1, '2027-02-15', '', null, '', 5, 'open', 'web', true, '2027-01-10'),
      (13, 3, '2027-01-20', '', null, '', 5, 'open', 'house', true, null);
    insert into date_location (date_id, contact_id) values (10, 901);
    insert into date_trainer (date_id, position, trainer_id, is_main, is_listed) values (10, 1, 1, true, true);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true), (11, 1, 'Frei', 0, 'EUR', 19, true), (12, 1, 'Normalpreis', 200, 'EUR', 19, true);
    insert into letterhead (client_id, accent_color) values (1, '#7a3e00')`.execute(site.kontor.db)
})
beforeEach(async () => {
  await sql`update website_pages set key_id = (select min(id) from website_key), start_page = 'dates'`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

async function open(url: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    body,
    headers: found,
  } = await site.kontor.app.inject({
    url,
    headers: { 'accept-language': 'de', ...headers },
  })
  return { status: statusCode, body, headers: found }
}

const switchOff = () => sql`update website_pages set key_id = null`.execute(site.kontor.db)

/** The attributes of the elements of a name in the head. */
function elementsOf(body: string, name: string): Record<string, string>[] {
  const head = body.slice(0, body.indexOf('</head>'))
  return [...head.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key!,
        value!.replaceAll('&amp;', '&'),
      ]),
    ),
  )
}
const linksOf = (body: string) =>
  elementsOf(body, 'link').map(({ rel, hreflang, href }) => [hreflang ?? rel, href])
const metaOf = (body: string) =>
  Object.fromEntries(
    elementsOf(body, 'meta').flatMap(({ property, name, content }) =>
      property || name ? [[property ?? name, content]] : [],
    ),
  )
const jsonLdOf = (body: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!)

test('/ leads visitors to the list of dates, with the parameters of a campaign', async () => {
  const { status, headers } = await open('/?utm_source=brief')
  assert.deepEqual(
    [status, headers['location'], headers['cache-control']],
    [302, '/dates?utm_source=brief', 'no-store'],
  )
})

test('/ leads to the office if the provider says so, and while the pages are off', async () => {
  await sql`update website_pages set start_page = 'office'`.execute(site.kontor.db)
  assert.equal((await open('/')).headers['location'], '/office/')
  await sql`update website_pages set start_page = 'dates'`.execute(site.kontor.db)
  assert.equal((await open('/')).headers['location'], '/dates')
  await switchOff()
  assert.equal((await open('/')).headers['location'], '/office/')
})

test('the icon is the initial of the provider on its colour, or its logo if that is nearly square', async () => {
  for (const url of ['/favicon.svg', '/favicon.ico']) {
    const { status, body, headers } = await open(url)
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'], url)
    assert.match(body, /fill="#7a3e00".*>M<\/text>/, url)
    assert.equal((await sharp(Buffer.from(body)).metadata()).width, 64)
  }
  const setLogo = async (width: number) => {
    const logo = await sharp({ create: { width, height: 40, channels: 4, background: '#00aa00' } })
      .png()
      .toBuffer()
    await sql`update letterhead set logo = ${logo} where client_id = 1`.execute(site.kontor.db)
    return (await open('/favicon.svg')).body
  }
  assert.match(await setLogo(160), />M<\/text>/)
  const square = await setLogo(44)
  const { data } = await sharp(Buffer.from(square)).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([...data.subarray((32 * 64 + 32) * 4, (32 * 64 + 32) * 4 + 3)], [0, 170, 0])
  await sql`update letterhead set logo = null where client_id = 1`.execute(site.kontor.db)
  await switchOff()
  assert.match((await open('/favicon.svg')).body, />K<\/text>/)
})

test('robots.txt keeps the office and the forms out, and names the sitemap of the pages', async () => {
  const { body, headers } = await open('/robots.txt')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(body, /^User-agent: \*\nDisallow: \/office\n/)
  assert.match(body, /^Disallow: \/book\/$/m)
  assert.doesNotMatch(body, /Disallow: \/(dates|events|public|booking|seat)/)
  assert.match(body, /^Sitemap: https:\/\/kontor\.example\.org\/sitemap\.xml$/m)
  await switchOff()
  assert.doesNotMatch((await open('/robots.txt')).body, /Sitemap/)
})

test('the sitemap has the pages of this server, whatever link an event has', async () => {
  const { status, body, headers } = await open('/sitemap.xml')
  assert.deepEqual([status, headers['content-type']], [200, 'application/xml; charset=utf-8'])
  assert.equal(XMLValidator.validate(body), true)
  const { urlset } = new XMLParser({ ignoreAttributes: false }).parse(body)
  assert.equal(urlset['@_xmlns'], 'http://www.sitemaps.org/schemas/sitemap/0.9')
  const locations = urlset.url.map(({ loc }: { loc: string }) => loc)
  assert.deepEqual(locations, [`${host}/dates`, `${host}/events/einfuehrung-in-r`, `${host}/events/englisch`])
  for (const location of locations) {
    const page = await open(location.slice(host.length))
    assert.equal(page.status, 200, location)
    // A sitemap has canonical addresses alone.
    assert.ok(linksOf(page.body).some(([rel, href]) => rel === 'canonical' && href === location))
  }
  await switchOff()
  assert.equal((await open('/sitemap.xml')).status, 404)
})

test('a page names its address in each language, its feeds and its icon', async () => {
  const feeds = [
    ['alternate', '/dates.atom'],
    ['alternate', '/dates.ics'],
  ]
  const expected = (path: string, own: string) => [
    ['icon', '/favicon.svg'],
    ['canonical', `${host}${own}`],
    ['de', `${host}${path}`],
    ['en', `${host}${path}?lang=en`],
    ['x-default', `${host}${path}`],
    ...feeds,
  ]
  for (const path of ['/dates', '/events/englisch']) {
    assert.deepEqual(linksOf((await open(path)).body), expected(path, path))
    assert.deepEqual(linksOf((await open(`${path}?lang=de&utm_source=x`)).body), expected(path, path))
    const english = await open(`${path}?lang=en`)
    assert.deepEqual(linksOf(english.body), expected(path, `${path}?lang=en`))
    assert.equal(metaOf(english.body)['og:url'], `${host}${path}?lang=en`)
    assert.equal(metaOf(english.body)['og:locale'], 'en_GB')
  }
  // Further pages of the list and results of filters are not listed for themselves.
  assert.deepEqual(linksOf((await open('/dates?q=englisch')).body), [['icon', '/favicon.svg'], ...feeds])
  for (const path of ['/book/10', '/events/none']) {
    const { body } = await open(path)
    assert.equal(metaOf(body)['robots'], 'noindex', path)
    assert.deepEqual(linksOf(body), [['icon', '/favicon.svg']], path)
  }
})

test('the description of the list is the text of the provider, otherwise a sentence', async () => {
  assert.match(metaOf((await open('/dates')).body)['description']!, /^Termine von Muster & Söhne: /)
  await sql`update website_pages set intro = ${`Seminare\n${'und Lehrgänge '.repeat(30)}`}`.execute(
    site.kontor.db,
  )
  const { description } = metaOf((await open('/dates')).body)
  assert.match(description!, /^Seminare und Lehrgänge .*…$/)
  assert.ok(description!.length <= 160)
  await sql`update website_pages set intro = ''`.execute(site.kontor.db)
})

test('the list of dates is an ItemList of its events, each once, by their own addresses', async () => {
  const { '@type': type, itemListElement } = jsonLdOf((await open('/dates')).body)
  assert.equal(type, 'ItemList')
  assert.deepEqual(itemListElement, [
    {
      '@type': 'ListItem',
      position: 1,
      name: 'Einführung in R',
      url: `${host}/events/einfuehrung-in-r`,
    },
    { '@type': 'ListItem', position: 2, name: 'Englisch', url: `${host}/events/englisch` },
  ])
})

test('the JSON-LD of a page has what Google requires of courses and events, and leads to this page alone', async () => {
  const { body } = await open('/events/einfuehrung-in-r')
  const course = jsonLdOf(body)
  assert.doesNotMatch(JSON.stringify(course), /elsewhere/)
  const page = `${host}/events/einfuehrung-in-r`
  assert.deepEqual(
    [course['@type'], course.name, course.description, course.url, course.provider],
    [
      'Course',
      'Einführung in R',
      'Zwei Tage & ein Buch.',
      page,
      { '@type': 'Organization', name: 'Muster & Söhne', url: host },
    ],
  )
  // The lowest price that is valid today.
  assert.deepEqual(course.offers, {
    '@type': 'Offer',
    price: '200.00',
    priceCurrency: 'EUR',
    category: 'Paid',
  })
  const [onsite, online] = course.hasCourseInstance
  for (const [instance, id] of [
    [onsite, 10],
    [online, 12],
  ]) {
    for (const property of ['name', 'startDate', 'endDate', 'eventStatus', 'location', 'courseMode'])
      assert.ok(instance[property], `${id} ${property}`)
    assert.ok(instance.courseWorkload ?? instance.courseSchedule, 'Google asks for one of them')
    assert.deepEqual([instance.url, instance.offers[0].url], [`${page}#date-${id}`, `${page}#date-${id}`])
    assert.match(body, new RegExp(`id="date-${id}"`))
  }
  assert.equal(onsite.location.address.addressLocality, 'Hamburg')
  assert.equal(onsite.offers[0].availability, 'https://schema.org/InStock')
  assert.equal(online.location.url, `${page}#date-12`)
})

test('a date that opens later is no date that is sold out', async () => {
  const { hasCourseInstance } = jsonLdOf((await open('/events/einfuehrung-in-r')).body)
  const { availability, validFrom, availabilityStarts } = hasCourseInstance[1].offers[0]
  assert.deepEqual(
    [availability, validFrom, availabilityStarts],
    ['https://schema.org/PreOrder', '2027-01-10', '2027-01-10'],
  )
})

test('feeds of the pages lead to the pages, without a key', async () => {
  const atom = await open('/dates.atom')
  assert.equal(XMLValidator.validate(atom.body), true)
  const { feed } = new XMLParser({ ignoreAttributes: false }).parse(atom.body)
  assert.deepEqual([feed.id, feed.link['@_href']], [`${host}/dates.atom`, `${host}/dates.atom`])
  assert.deepEqual(
    new Set(feed.entry.map(({ link }: { link: { '@_href': string } }) => link['@_href'])),
    new Set([`${host}/events/einfuehrung-in-r`, `${host}/events/englisch`]),
  )
  const urls = async (path: string) => {
    const { headers, body } = await open(path)
    assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
    return Object.values(nodeIcal.sync.parseICS(body)).flatMap((one) =>
      one?.type === 'VEVENT' ? [(one as unknown as { url: { val: string } }).url.val] : [],
    )
  }
  assert.deepEqual(
    new Set(await urls('/dates.ics')),
    new Set([`${host}/events/einfuehrung-in-r`, `${host}/events/englisch`]),
  )
  assert.deepEqual(await urls('/dates/11/calendar.ics'), [`${host}/events/englisch`])
  assert.match((await open('/events/englisch')).body, /href="\/dates\/11\/calendar\.ics"/)
  for (const hidden of ['/dates/13/calendar.ics', '/dates/99/calendar.ics', '/dates/x/calendar.ics'])
    assert.equal((await open(hidden)).status, 404, hidden)
})

test('the public interface leads to the link of an event, and without one to the pages that show it', async () => {
  const urlsOf = async (key: string | undefined) => {
    const { json } = await site.get('/events', key === undefined ? {} : { key })
    return json.data.map(({ url }: { url: string | null }) => url)
  }
  assert.deepEqual(await urlsOf(undefined), ['https://elsewhere.example/r', `${host}/events/englisch`])
  // The pages do not show the dates of another key.
  assert.deepEqual(await urlsOf(await site.createKey()), ['https://elsewhere.example/r', null])
  await switchOff()
  assert.deepEqual(await urlsOf(undefined), ['https://elsewhere.example/r', null])
})

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test('a browser that asks for an unknown address gets a page in the frame of the pages', async () => {
  for (const url of ['/nothing', '/events', '/dates/99', '/wp-login.php?x=1', '/office/none.js', '/%zz']) {
    const { status, body, headers } = await open(url, browser)
    assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], url)
    assert.match(body, /<header>.*Muster &amp; Söhne.*href="\/dates\?lang=de"/s, url)
    assert.match(body, /content="noindex"/)
  }
  assert.match((await open('/nothing', { ...browser, 'accept-language': 'en' })).body, /<html lang="en">/)
  await switchOff()
  const { status, body } = await open('/nothing', browser)
  assert.deepEqual([status, /<html/.test(body)], [404, true])
})

test('programs and the interfaces get an error object for an unknown address', async () => {
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
    assert.match(String((await open('/nothing', { accept })).headers['content-type']), /^application\/json/)
  assert.match(
    String((await site.kontor.app.inject({ url: '/nothing' })).headers['content-type']),
    /^application\/json/,
  )
  for (const url of ['/restapi/v1/none', '/restapi/v1', '/office/api/none', '/integration/v1/none'])
    assert.match(String((await open(url, browser)).headers['content-type']), /^application\/json/, url)
  assert.match(
    String((await open('/public/v1/none', browser)).headers['content-type']),
    /^application\/problem\+json/,
  )
  const { statusCode, headers } = await site.kontor.app.inject({
    method: 'POST',
    url: '/nothing',
    headers: browser,
  })
  assert.equal(statusCode, 404)
  assert.match(String(headers['content-type']), /^application\/json/)
})

async function upload(of: string, texts: Record<string, string>, width: number, height: number) {
  const office = await site.kontor.signIn()
  const image = await sharp({ create: { width, height, channels: 3, background: '#446688' } })
    .png()
    .toBuffer()
  const { status, text } = await office.upload(`/images/${of}?${new URLSearchParams(texts)}`, image)
  assert.equal(status, 200, text)
  while (await resizeImagesJob.run(site.kontor, new AbortController().signal));
}

/** The attributes of the pictures of a page. */
const picturesOf = (body: string) =>
  [...body.matchAll(/<picture>(.*?)<\/picture>/gs)].map(([, content = '']) => {
    const [source, image] = ['source', 'img'].map((name) =>
      Object.fromEntries(
        [...new RegExp(`<${name} ([^>]*)>`).exec(content)![1]!.matchAll(/([\w-]+)="([^"]*)"/g)].map(
          ([, key, value]) => [key!, value!],
        ),
      ),
    )
    return { source: source!, image: image! }
  })

test('list and page of an event show its image in the sizes of screens, at a place that is kept free', async () => {
  await upload('event/1', { altText: 'Kurven', altTextEn: 'Curves' }, 1600, 900)
  await upload('trainer/1', { altText: 'Ada Lovelace' }, 400, 400)
  for (const path of ['/dates', '/events/einfuehrung-in-r']) {
    const [{ source, image } = { source: {}, image: {} }] = picturesOf((await open(path)).body)
    assert.deepEqual([image['width'], image['height'], image['alt']], ['1280', '720', 'Kurven'], path)
    assert.match(source['srcset']!, / 320w, \S+ 640w, \S+ 1280w$/)
    assert.match(image['srcset']!, / 320w, \S+ 640w, \S+ 1280w$/)
    assert.ok(source['sizes'])
    const file = await open(source['srcset']!.split(' ')[0]!.slice(host.length))
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'image/webp'])
    assert.match(String(file.headers['cache-control']), /max-age=31536000, immutable/)
    assert.equal(picturesOf((await open(`${path}?lang=en`)).body)[0]!.image['alt'], 'Curves', path)
  }
  const [, portrait] = picturesOf((await open('/events/einfuehrung-in-r?lang=en')).body)
  // Without a text in English, the German one stands.
  assert.deepEqual([portrait!.image['alt'], portrait!.image['loading']], ['Ada Lovelace', 'lazy'])
})

test('social networks and search engines get the image of an event by its whole address', async () => {
  for (const path of ['/dates', '/events/einfuehrung-in-r']) {
    const meta = metaOf((await open(path)).body)
    assert.match(meta['og:image']!, /^https:\/\/kontor\.example\.org\/public\/v1\/files\/.*-1280\..*\.jpg$/)
    assert.deepEqual(
      [meta['og:image:width'], meta['og:image:height'], meta['og:image:alt'], meta['twitter:card']],
      ['1280', '720', 'Kurven', 'summary_large_image'],
    )
  }
  const course = jsonLdOf((await open('/events/einfuehrung-in-r')).body)
  assert.match(course.image, /^https:\/\/kontor\.example\.org\/public\/v1\/files\//)
  assert.match((await open('/sitemap.xml')).body, /<image:loc>https:\/\/kontor\.example\.org\/public/)
})
