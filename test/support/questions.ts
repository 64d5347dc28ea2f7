// An event that asks visitors questions, for tests.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { OfficeSession } from './test-instance.ts'
import { openWebsite, type Website } from './website.ts'

/** The event 1 with its date 10, which has a price, on a website with a secret key. Close `site.kontor`. */
export async function openQuestions(
  questions: readonly object[],
): Promise<{ site: Website; office: OfficeSession; key: string; ids: number[] }> {
  const site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  const key = await site.createKey({ isSecret: true })
  const office = await site.kontor.signIn({ rights: ['090300', 'booking', 'catalogue', 'export'] })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true), (2, 'Excel', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (10, 1, '2027-03-01', 9, 'open', true), (20, 2, '2027-03-01', 9, 'open', true);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true);
    update website_pages set key_id = (select min(id) from website_key where key is not null)`.execute(
    site.kontor.db,
  )
  const { version } = (await office.call('GET', '/events/1')).json[0]
  const { status, text, json } = await office.call('PATCH', '/events/1', { version, questions })
  assert.equal(status, 200, text)
  return { site, office, key, ids: json[0].questions.map(({ id }: { id: number }) => id) }
}
