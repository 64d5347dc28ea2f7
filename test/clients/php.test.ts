// The PHP client beside an instance.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { openWebsite, type Website } from '../support/website.ts'
import { runPhp, skipWithoutPhp } from './php.ts'

const file = join(import.meta.dirname, '../../clients/php/Kontor.php')
const options = { skip: skipWithoutPhp }
let site: Website
let folder: string
let values: { KONTOR: string; KEY: string; SECRET_KEY: string; FOLDER: string }
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  await sql`
    insert into catalogue (id, name) values (1, 'Open');
    insert into catalogue_category (id, catalogue_id, parent_id, name, language) values (1, 1, null, 'Data', 'de');
    insert into event (id, title) values (1, 'R'), (2, 'Python');
    update event set is_published = true;
    insert into event_in_category (event_id, category_id) values (1, 1);
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event_date (id, event_id, title, start_date, participants_max, is_published, status)
      select i, i % 2 + 1, 'Date ' || i, date '2027-01-01' + i, 10, true, 'open' from generate_series(1, 250) i`.execute(
    site.kontor.db,
  )
  folder = await mkdtemp(join(tmpdir(), 'kontor-php-'))
  values = {
    KONTOR: await site.kontor.app.listen({ port: 0, host: '127.0.0.1' }),
    KEY: await site.createKey(),
    SECRET_KEY: await site.createKey({ isSecret: true }),
    FOLDER: folder,
  }
})
after(async () => {
  await site.kontor.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs code that has a client `$kontor`, and returns what it returns. */
const php = (code: string, more: Record<string, string> = {}) =>
  runPhp(
    `require '${file}';
    use Kontor\\{Kontor, KontorException};
    $kontor = new Kontor(getenv('KONTOR'), getenv('KEY'));
    echo json_encode((function () use ($kontor) { ${code} })());`,
    { ...values, ...more },
  )

test('PHP: all dates are read page by page, each once, with both kinds of keys', options, async () => {
  const ids = await php(`return array_column(iterator_to_array($kontor->allDates(), false), 'id');`)
  assert.deepEqual(
    ids,
    Array.from({ length: 250 }, (_, at) => at + 1),
  )
  const page = await php(`return $kontor->dates(['category' => [1], 'limit' => 2]);`)
  assert.deepEqual([page.total, page.data.length, typeof page.next], [125, 2, 'string'])
  const secret = await php(`$urls = [];
    $send = function (string $url, array $headers) use (&$urls) {
      $urls[] = $url;
      return [200, [], json_encode(['data' => [$headers], 'next' => count($urls) < 2 ? '/public/v1/dates?cursor=2' : null])];
    };
    $secret = new Kontor(getenv('KONTOR'), getenv('SECRET_KEY'), send: $send);
    return [iterator_to_array($secret->allDates(), false), $urls];`)
  const authorization = { Authorization: `Bearer ${values.SECRET_KEY}` }
  assert.deepEqual(secret[0], [authorization, authorization])
  assert.ok(!secret[1].join().includes(values.SECRET_KEY))
  const total = await php(
    `return (new Kontor(getenv('KONTOR') . '/', getenv('SECRET_KEY')))->dates()['total'];`,
  )
  assert.equal(total, 250)
})

test('PHP: dates, events by id and slug, categories, facets, calendars and JSON-LD', options, async () => {
  await sql`update event set title = 'Python 3' where id = 2`.execute(site.kontor.db)
  const found = await php(`return [
    $kontor->date(3)['title'], $kontor->event(1)['title'], $kontor->event('python')['slug'],
    count(iterator_to_array($kontor->allEvents(['limit' => 1]), false)), $kontor->categories()[0]['name'],
    $kontor->facets(['category' => 1])['total'], substr($kontor->dateCalendar(3), 0, 15),
    substr(file_get_contents($kontor->calendarUrl(['category' => [1]])), 0, 15), $kontor->jsonLd(1)['@type'],
  ];`)
  const calendar = 'BEGIN:VCALENDAR'
  assert.deepEqual(found, ['Date 3', 'R', 'python-3', 2, 'Data', 125, calendar, calendar, 'Course'])
})

test('PHP: an error is a KontorException with its problem details', options, async () => {
  const caught = (call: string) =>
    php(`try { return ${call}; } catch (KontorException $error) {
      return [$error->status, $error->kind(), $error->problem['errors'][0]['pointer'] ?? null, $error->getMessage()];
    }`)
  assert.deepEqual((await caught('$kontor->date(999)')).slice(0, 2), [404, 'not-found'])
  const [status, kind, pointer, message] = await caught(`$kontor->dates(['limit' => 1000])`)
  assert.deepEqual([status, kind, pointer], [400, 'invalid-request', '/limit'])
  assert.match(message, /^limit/)
  assert.equal((await caught(`(new Kontor(getenv('KONTOR'), 'pk_unknown'))->dates()`))[0], 401)
  const [none, , , reason] = await caught(`(new Kontor('http://127.0.0.1:1', 'pk_demo'))->dates()`)
  assert.equal(none, 0)
  assert.match(reason, /^Kontor cannot be reached: Connection refused/)
  for (const [input, field] of [
    [`'kontor.example', 'pk_demo'`, 'baseUrl'],
    [`'https://kontor.example', 'demo'`, 'key'],
    [`'https://kontor.example', 'pk_demo', cache: 'no_folder'`, 'cache'],
  ]) {
    const wrong = `try { new Kontor(${input}); } catch (InvalidArgumentException $error) { return $error->getMessage(); }`
    assert.match(await php(wrong), new RegExp(`^${field}: `))
  }
})

test(
  'PHP: with a cache in a folder or a function an unchanged answer is 304, a changed one is read',
  options,
  async () => {
    const reading = `$statuses = [];
    $counting = function (string $url, array $headers) use (&$statuses) {
      $context = stream_context_create(['http' => ['ignore_errors' => true, 'header' =>
        implode("\\r\\n", array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers))]]);
      $body = file_get_contents($url, false, $context);
      preg_match('/ (\\d+)/', $http_response_header[0], $match);
      $statuses[] = (int) $match[1];
      $etag = array_values(preg_grep('/^etag:/i', $http_response_header));
      return [(int) $match[1], ['etag' => trim(substr($etag[0], 5))], $body];
    };
    $cached = new Kontor(getenv('KONTOR'), getenv('KEY'), cache: $cache, send: $counting);
    $titles = [$cached->date(7)['title'], $cached->date(7)['title']];
    return [$titles, $statuses];`
    const inFolder = `$cache = getenv('FOLDER'); ${reading}`
    assert.deepEqual(await php(inFolder), [
      ['Date 7', 'Date 7'],
      [200, 304],
    ])
    assert.equal((await readdir(folder)).length, 1)
    await sql`update event_date set title = 'New' where id = 7`.execute(site.kontor.db)
    assert.deepEqual(await php(inFolder), [
      ['New', 'New'],
      [200, 304],
    ])
    const byFunction = `$stored = [];
    $cache = function (string $url, ?array $answer = null) use (&$stored) {
      if ($answer !== null) $stored[$url] = $answer;
      return $stored[$url] ?? null;
    }; ${reading}`
    assert.deepEqual(await php(byFunction), [
      ['New', 'New'],
      [200, 304],
    ])
  },
)

test('PHP: requests are repeated after the pause that the answer asks for', options, async () => {
  const [total, seconds] = await php(`$calls = 0; $start = microtime(true);
    $send = function () use (&$calls) {
      return ++$calls < 2 ? [429, ['retry-after' => '1'], '{}'] : [200, [], '{"data":[],"total":0,"next":null}'];
    };
    $total = (new Kontor(getenv('KONTOR'), 'pk_demo', retries: 1, send: $send))->dates()['total'];
    return [$total, microtime(true) - $start];`)
  assert.equal(total, 0)
  assert.ok(seconds >= 0.9)
})

test(
  'PHP: a copy reads everything once, then the changes, and everything after its cursor has expired',
  options,
  async () => {
    const update = `$state = is_file(getenv('FOLDER') . '/copy') ? json_decode(file_get_contents(getenv('FOLDER') . '/copy'), true) : ['cursor' => null, 'dates' => []];
    $puts = 0;
    $kontor->updateCopy($state['cursor'],
      put: function (array $date) use (&$state, &$puts) { $state['dates'][$date['id']] = $date['title']; $puts++; },
      remove: function (int $id) use (&$state) { unset($state['dates'][$id]); },
      keepOnly: function (array $ids) use (&$state) { $state['dates'] = array_intersect_key($state['dates'], array_flip($ids)); },
      writeCursor: function (string $cursor) use (&$state) { $state['cursor'] = $cursor; });
    file_put_contents(getenv('FOLDER') . '/copy', json_encode($state));
    return [$puts, count($state['dates']), $state['dates'][1] ?? null];`
    assert.deepEqual(await php(update), [250, 250, 'Date 1'])
    await sql`update event_date set title = 'First' where id = 1; delete from event_date where id = 2`.execute(
      site.kontor.db,
    )
    assert.deepEqual(await php(update), [1, 249, 'First'])
    assert.deepEqual(await php(update), [0, 249, 'First'])
    await sql`delete from event_date where id = 1`.execute(site.kontor.db)
    site.kontor.clock.set('2026-12-28T12:00:00Z')
    assert.deepEqual(await php(update), [248, 248, null])
  },
)

test('PHP: seats are quoted, held and booked; a repeated call books once', options, async () => {
  await sql`insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    update event_date set status = 'open' where id = 200`.execute(site.kontor.db)
  const [documents, gross, first, again, kind, free] = await php(`
    $secret = new Kontor(getenv('KONTOR'), getenv('SECRET_KEY'));
    $person = ['firstName' => 'Jana', 'lastName' => 'Köhler', 'email' => 'jana@kontor.example'];
    $hold = $secret->hold(['dateId' => 200, 'seats' => 9], visitorAddress: '192.0.2.7');
    $booking = [
      'dateId' => 200, 'holdId' => $hold['id'], 'seats' => [$person, ['later' => true]], 'orderer' => $person,
      'invoiceTo' => ['street' => 'Weg', 'zip' => '20457', 'city' => 'Hamburg', 'country' => 'DE'],
      'isConsumer' => true, 'accepted' => [],
    ];
    $first = $secret->book($booking, 'one');
    $again = $secret->book($booking, 'one');
    try { $secret->hold(['dateId' => 200, 'seats' => 9]); } catch (KontorException $e) { $kind = $e->kind(); }
    return [$secret->terms(200)['documents'], $secret->quote(['dateId' => 200, 'seats' => 1])['gross'], $first, $again, $kind,
      $kontor->date(200)['seats']['free']];`)
  assert.deepEqual([documents, gross, kind, free], [[], null, 'seats-taken', 8])
  assert.deepEqual([first.status, first.seats[0].name, again.code], ['confirmed', 'Jana Köhler', first.code])
})

test('PHP: a webhook’s signature is verified; altered or old messages are refused', options, async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const body = JSON.stringify({ type: 'date.changed', timestamp: '2026-11-25T10:00:00Z', data: { id: 41 } })
  const verify = (secrets: string[], sent: string, ageSeconds = 0) => {
    const when = new Date(Date.now() - ageSeconds * 1000)
    return php(
      `try { return Kontor::verifyWebhook(getenv('BODY'), json_decode(getenv('HEADERS'), true), json_decode(getenv('SECRETS'))); }
      catch (InvalidArgumentException $error) { return $error->getMessage(); }`,
      {
        BODY: sent,
        SECRETS: JSON.stringify(secrets),
        HEADERS: JSON.stringify({
          'Webhook-Id': 'msg_1',
          'Webhook-Timestamp': String(Math.floor(when.getTime() / 1000)),
          'Webhook-Signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', when, body)}`,
        }),
      },
    )
  }
  assert.deepEqual(await verify([other, secret], body), { id: 'msg_1', ...JSON.parse(body) })
  assert.equal(await verify([secret], body.replace('41', '42')), 'webhook-signature: does not match')
  assert.equal(await verify([other], body), 'webhook-signature: does not match')
  assert.match(await verify([secret], body, 310), /^webhook-timestamp: /)
})

test('PHP: the file has no error of syntax', options, () => {
  assert.match(execFileSync('php', ['-l', file], { encoding: 'utf8' }), /No syntax errors/)
})
