// One definition of the same name, number and address: every caller is tested with the pairs of cases.txt through its own endpoint.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { importsJob } from '../server/imports/imports-job.ts'
import type { Likeness } from '../server/platform/ground/matching/names.ts'
import { type MatchingCase, matchingCases, nameParts, parseAddress } from './support/matching-cases.ts'
import type { OfficeSession } from './support/test-instance.ts'
import { openWebsite, type Website } from './support/website.ts'

type Entered = {
  firstName?: string
  lastName: string
  email?: string
  zip?: string
  phone?: string
  street?: string
}

let site: Website
let office: OfficeSession
before(async () => {
  site = await openWebsite()
  office = await site.kontor.signIn()
})
after(() => site.kontor.close())

/** The pairs of a kind, each with a number of its own. */
const pairs = (kind: keyof typeof matchingCases, ...expected: Likeness[]) =>
  matchingCases[kind]
    .map((one, number) => ({ ...one, number }))
    .filter((one) => expected.includes(one.expected))

/** Inserts contacts. @returns their ids */
async function insert(
  type: 'person' | 'company' | 'location',
  contacts: readonly Entered[],
): Promise<number[]> {
  const rows = contacts.map((one, at) => ({
    firstName: '',
    email: '',
    zip: '',
    phone: '',
    street: '',
    ...one,
    at,
  }))
  const { rows: inserted } = await sql<{ id: number }>`
    with input as (select nextval('contact_id_seq')::int as id, g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g("at" int, "firstName" text, "lastName" text, email text, zip text, phone text, street text)),
      c as (insert into contact (id, contact_type, first_name, last_name) select id, ${type}, "firstName", "lastName" from input),
      a as (insert into address (contact_id, address_type_id, is_default, zip, street, city) select id, 1, true, zip, street, 'Köln ' || zip from input),
      e as (insert into email_address (contact_id, email, email_key, is_default) select id, email, email, true from input where email <> ''),
      p as (insert into phone (contact_id, type, number, is_default) select id, 'phone', phone, true from input where phone <> '')
    select id from input order by at`.execute(site.kontor.db)
  return inserted.map(({ id }) => id)
}

async function empty(): Promise<void> {
  await sql`truncate contact, date_location, location, event_date, event, trainer cascade`.execute(
    site.kontor.owner,
  )
}

const get = async (path: string) => {
  const { status, json, text } = await office.call('GET', path)
  assert.equal(status, 200, `${path} ${text}`)
  return json
}
const idsAt = async (path: string): Promise<number[]> => (await get(path)).map(({ id }: { id: number }) => id)
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

const versionOf = async (id: number): Promise<number> => (await get(`/contacts/${id}`))[0].version

/** Asserts that no pair fails, and names those that do. */
async function assertAll<T extends MatchingCase>(
  cases: readonly T[],
  passes: (one: T) => boolean | Promise<boolean>,
): Promise<void> {
  const wrong: string[] = []
  for (const one of cases) if (!(await passes(one))) wrong.push(`${one.expected}: ${one.one} | ${one.other}`)
  assert.deepEqual(wrong, [])
}

const wordCount = (text: string) => text.split(/[\s-]+/).length

for (const [kind, type] of [
  ['persons', 'person'],
  ['companies', 'company'],
] as const) {
  const toContact = (text: string): Entered => (type === 'person' ? nameParts(text) : { lastName: text })

  test(`${kind}: the search (Ctrl-K) and fields find the other spelling; lists find equal names`, async () => {
    await empty()
    const cases = pairs(kind, 'equal', 'near')
    // With a postcode, so that equal names of other pairs are no hits.
    const zipOf = (number: number) => String(10000 + number)
    const ids = await insert(
      type,
      cases.flatMap(({ one, other, number }) =>
        [one, other].map((text) => ({ ...toContact(text), zip: zipOf(number) })),
      ),
    )
    const list = type === 'person' ? '/contacts?perPage=100' : '/companies?perPage=100'
    const finds = async (path: string, q: string, id: number) =>
      (await idsAt(`${path}${path.includes('?') ? '&' : '?'}${query({ q })}`)).includes(id)
    await assertAll(
      cases.map((one, at) => ({ ...one, ids: [ids[2 * at]!, ids[2 * at + 1]!] as const })),
      async ({ one, other, expected, number, ids: [oneId, otherId] }) => {
        const ways = (path: string) =>
          Promise.all([
            finds(path, `${other} ${zipOf(number)}`, oneId),
            finds(path, `${one} ${zipOf(number)}`, otherId),
          ])
        const field = [...(await ways(`${list}&sort=relevance`)), ...(await ways('/search'))]
        if (expected === 'equal') return [...field, ...(await ways(list))].every(Boolean)
        // A longer name is found by the shorter one, in the field and in the search.
        const found = field.filter(Boolean).length
        return wordCount(one) === wordCount(other) ? found === 4 : field[0]! || field[1]! ? found >= 2 : false
      },
    )
  })

  test(`${kind}: the entry warns of equal names, and of near ones nearby`, async () => {
    await empty()
    const cases = pairs(kind, 'equal', 'near', 'different')
    const ids = await insert(
      type,
      cases.map(({ one, number }) => ({ ...toContact(one), zip: String(10000 + number) })),
    )
    await assertAll(
      cases.map((one, at) => ({ ...one, id: ids[at]! })),
      async ({ other, expected, number, id }) => {
        const { firstName = '', lastName } = toContact(other)
        const typed = { contactType: type, firstName, lastName, city: `Koeln ${10000 + number}` }
        const found = await idsAt(`/contacts/similar?${query(typed)}`)
        // Of many equal names, eight are shown.
        return expected === 'different' ? !found.includes(id) : found.includes(id) || found.length === 8
      },
    )
  })

  test(`${kind}: the scan finds equal and near names of one postcode`, async () => {
    await empty()
    const cases = pairs(kind, 'equal', 'near', 'different')
    const ids = await insert(
      type,
      cases.flatMap(({ one, other, number }) =>
        [one, other].map((text) => ({ ...toContact(text), zip: String(10000 + number) })),
      ),
    )
    assert.equal((await office.call('POST', '/duplicates/scan')).status, 200)
    const { rows } = await sql<{ low: number; high: number; reason: string }>`
      select low_id as low, high_id as high, reason from duplicate_pair`.execute(site.kontor.db)
    const reasons = new Map(rows.map(({ low, high, reason }) => [`${low} ${high}`, reason]))
    await assertAll(
      cases.map((one, at) => ({ ...one, reason: reasons.get(`${ids[2 * at]} ${ids[2 * at + 1]}`) })),
      ({ expected, reason }) => reason === { equal: 'name', near: 'similar', different: undefined }[expected],
    )
  })

  test(`${kind}: an import recognises equal names, and asks about near ones`, async () => {
    await empty()
    const cases = pairs(kind, 'equal', 'near', 'different')
    const email = ({ number }: { number: number }) => `p${number}@corpus.example`
    const ids = await insert(
      type,
      cases.map((one) => ({
        ...toContact(one.one),
        zip: String(10000 + one.number),
        ...(type === 'person' && { email: email(one) }),
      })),
    )
    const byEmail = cases.map((one) => {
      const { firstName = '', lastName } = toContact(one.other)
      const zip = String(10000 + one.number)
      return [firstName, lastName, type === 'person' ? email(one) : '', zip, `KOELN ${zip}`]
    })
    // Persons without an e-mail address match by name and postcode, and may be those of their city.
    const rows =
      type === 'person' ? [...byEmail, ...byEmail.map(([f, l, , ...place]) => [f, l, '', ...place])] : byEmail
    const heading = type === 'person' ? 'Vorname;Nachname;E-Mail;PLZ;Ort' : 'Vorname;Name;E-Mail;PLZ;Ort'
    const text = [heading, ...rows.map((cells) => cells.map((cell) => `"${cell}"`).join(';'))].join('\n')
    const uploaded = await office.upload('/imports/upload/namen.csv', text)
    assert.equal(uploaded.status, 200, uploaded.text)
    const [{ id, plan }] = uploaded.json
    const columns = type === 'person' ? plan.columns : ['', 'name', '', 'zip', 'city']
    const started = await office.call('POST', `/imports/${id}/check`, {
      ...plan,
      columns,
      contactType: type,
      onDuplicate: 'skip',
      createCategories: false,
    })
    assert.equal(started.status, 200, started.text)
    const job = importsJob()
    while (await job.run(site.kontor, new AbortController().signal));
    const { rows: outcomes } = await sql<{ contactId: number | null; outcome: string }>`
      select contact_id as "contactId", outcome from contact_import_row where import_id = ${id} order by row_number`.execute(
      site.kontor.db,
    )
    await assertAll(
      [...cases, ...(type === 'person' ? cases : [])].map((one, at) => ({
        ...one,
        id: ids[at % cases.length],
        row: outcomes[at]!,
        hasEmail: type === 'person' && at < cases.length,
      })),
      ({ expected, row, hasEmail, id: contactId }) => {
        if (expected === 'different')
          return row.outcome === 'create' || (hasEmail && row.outcome === 'question')
        return row.outcome === { equal: 'skip', near: 'question' }[expected] && row.contactId === contactId
      },
    )
  })
}

test('persons: a letter is filed with the contact that has its address and name', async () => {
  await empty()
  const cases = pairs('persons', 'equal', 'different')
  const emails = cases.map(({ number }) => `m${number}@corpus.example`)
  const ids = await insert(
    'person',
    cases.map(({ one }, at) => ({ ...nameParts(one), email: emails[at]! })),
  )
  // Each address is shared with somebody else.
  await insert(
    'person',
    cases.map((_, at) => ({ firstName: 'Xaver', lastName: 'Zwickl', email: emails[at]! })),
  )
  const file = async (body: object) => {
    const answer = await site.kontor.app.inject({
      method: 'POST',
      url: '/integration/v1/letters',
      headers: { authorization: `token ${site.kontor.token}` },
      payload: body,
    })
    assert.ok(answer.statusCode < 300, answer.body)
    return answer.json()[0].taskId as number
  }
  const contactOfTask = async (id: number) =>
    (
      await site.kontor.db
        .selectFrom('task')
        .select('contact_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).contact_id
  let number = 0
  await assertAll(
    cases.map((one, at) => ({ ...one, at })),
    async ({ other, expected, at }) => {
      const letter = (from: string) => ({
        messageId: `<c${++number}@mail.example>`,
        from,
        subject: 'Anfrage',
      })
      const bySender = await contactOfTask(await file({ letter: letter(`"${other}" <${emails[at]}>`) }))
      if ((bySender === ids[at]) !== (expected === 'equal')) return false
      const { firstName, lastName } = nameParts(other)
      const named = await file({
        letter: letter('x@y.example'),
        contact: { firstName, lastName, email: emails[at] },
      })
      const contactId = await contactOfTask(named)
      return expected === 'equal' ? contactId === ids[at] : true
    },
  )
})

test('persons: the website finds dates by the name of the trainer', async () => {
  await empty()
  const cases = pairs('persons', 'equal', 'near')
  await sql`insert into event (id, title, is_published) values (1, 'Termin', true)`.execute(site.kontor.db)
  await sql`insert into trainer (id, first_name, last_name) select t.id, t.first, t.last from jsonb_to_recordset(${JSON.stringify(
    cases.map(({ one }, at) => ({
      id: at + 1,
      first: nameParts(one).firstName,
      last: nameParts(one).lastName,
    })),
  )}::jsonb) as t(id int, first text, last text)`.execute(site.kontor.db)
  // A number in the title, so that equal names of other pairs are no hits.
  await sql`insert into event_date (id, event_id, title, start_date, end_date, status, is_published, participants_max)
    select id, 1, (10000 + id)::text, '2027-03-01', '2027-03-02', 'confirmed', true, 5 from trainer`.execute(
    site.kontor.db,
  )
  await sql`insert into date_trainer (date_id, position, trainer_id, is_main, is_listed) select id, 1, id, true, true from trainer`.execute(
    site.kontor.db,
  )
  await assertAll(
    cases.map((one, at) => ({ ...one, id: at + 1 })),
    async ({ one, other, expected, id }) => {
      const { json } = await site.get(
        `/dates?availability=any&limit=100&${query({ q: `${other} ${10000 + id}` })}`,
      )
      assert.ok(Array.isArray(json.data), JSON.stringify(json))
      const isFound = json.data.some((date: { id: number }) => date.id === id)
      // A longer name is found by the shorter one.
      return isFound || (expected === 'near' && wordCount(other) !== wordCount(one))
    },
  )
})

test('telephone numbers: search, lists, entry and scan', async () => {
  await empty()
  const cases = pairs('phones', 'equal', 'different')
  const ids = await insert(
    'person',
    cases.flatMap(({ one, other, number }) =>
      [one, other].map((phone) => ({ firstName: 'Vera', lastName: `Ruf ${number}`, phone })),
    ),
  )
  await office.call('POST', '/duplicates/scan')
  const { rows } = await sql<{ low: number }>`select low_id as low from duplicate_pair`.execute(
    site.kontor.db,
  )
  const scanned = new Set(rows.map(({ low }) => low))
  await assertAll(
    cases.map((one, at) => ({ ...one, id: ids[2 * at]! })),
    async ({ other, expected, id, number }) => {
      const isEqual = expected === 'equal'
      const similar = query({ lastName: `Ruf ${number}`, firstName: 'V.', phone: other })
      const warned = (await idsAt(`/contacts/similar?${similar}`)).includes(id)
      if (scanned.has(id) !== isEqual || warned !== isEqual) return false
      if (!isEqual) return true
      const hits = await get(`/search?${query({ q: other })}`)
      const listed = await idsAt(`/contacts?perPage=100&${query({ q: other })}`)
      return hits.some((hit: { id: number }) => hit.id === id) && listed.includes(id)
    },
  )
})

test('addresses: the search finds the other spelling of a street; a merge keeps one of equal addresses', async () => {
  await empty()
  const cases = pairs('addresses', 'equal', 'different')
  const ids = await insert(
    'person',
    cases.flatMap(({ one, other, number }) =>
      [one, other].map((text) => {
        const { street, zip = '' } = parseAddress(text)
        return { firstName: 'Vera', lastName: `Weg${1000 + number}`, street, zip }
      }),
    ),
  )
  await assertAll(
    cases.map((one, at) => ({ ...one, at })),
    async ({ one, other, expected, number, at }) => {
      const [into, from] = [ids[2 * at]!, ids[2 * at + 1]!]
      const [street] = parseAddress(other).street.split(/,? \d/)
      if (expected === 'equal' && !/^\d/.test(other)) {
        const hits = await get(`/search?${query({ q: `Weg${1000 + number} ${street}` })}`)
        if (!hits.some((hit: { id: number }) => hit.id === into)) return false
      }
      const [version, fromVersion] = await Promise.all([into, from].map(versionOf))
      const body = { fromId: from, version, fromVersion, choices: {} }
      const merged = await office.call('POST', `/contacts/${into}/merge`, body)
      assert.equal(merged.status, 200, merged.text)
      const addresses = await site.kontor.db
        .selectFrom('address')
        .select('id')
        .where('contact_id', '=', into)
        .execute()
      // A floor that only one of them names is kept.
      const isKept = /Stock|OG|EG|Hinterhaus/.test(one + other)
      return addresses.length === (expected === 'equal' && !isKept ? 1 : 2)
    },
  )
})
