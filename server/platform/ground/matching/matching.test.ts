// The functions of the database follow from the definitions of this folder.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { matchingCases, parseAddress } from '../../../../test/support/matching-cases.ts'
import { testInstance } from '../../../../test/support/test-instance.ts'
import { compareAddresses } from './addresses.ts'
import { foldText } from './letters.ts'
import { monthWords } from './months.ts'
import { compareCompanies, comparePersons, type Likeness } from './names.ts'
import { comparePhones, parsePhone, phoneDigits } from './phones.ts'
import { soundOf, wordsToFind } from './words.ts'

const kontor = await testInstance()
after(() => kontor.close())

const inDatabase = async (call: string, texts: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ result: string }>`
    select ${sql.raw(call)} as result from unnest(${texts}::text[]) with ordinality t(value, position) order by position`.execute(
    kontor.db,
  )
  return rows.map(({ result }) => result)
}

/** Every letter of the scripts that are folded, and the signs between. */
const letters = Array.from({ length: 0x530 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).filter(
  (one) => /[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u.test(one),
)
const latinAdditions = Array.from({ length: 0x100 }, (_, at) => String.fromCodePoint(0x1e00 + at))
const names =
  `Müller-Lüdenscheidt|Bäuerle Baeuerle|Bauer Neuer Marquez|O'Brien O’Brien|Łukasz Żółć|Чайковский|Παπαδόπουλος ΓΙΏΡΓΟΣ|İstanbul
  ıı|ẞ straße Haupt-Straße Hauptstr. 12-14|FM-7-2026-03 2026-09|E-Mail-Marketing|a.b.c@nord-licht.example|Aeußeres Aeue|Quelle|R&D + x/y (z) „q“
  |e.V. e. V.|St.Pölten|Łódź|Nguyễn Thị|Ægir Þór Đoković|ﬁn ½|100 % Bio_Kost|Ð|Œuvre`
    .split(/[|\n]/)
    .map((one) => one.trim())

test('every letter is folded in the same way by the server and the database', async () => {
  const texts = [...letters, ...latinAdditions].flatMap((one) => [one, `x${one}e y`]).concat(names)
  assert.deepEqual(await inDatabase('search_key(value)', texts), texts.map(foldText))
})

test('words and sounds are the same', async () => {
  assert.deepEqual(
    await inDatabase('search_names(value)', names),
    names.map((name) => wordsToFind(name).join(' ')),
  )
  const words = names.flatMap(wordsToFind)
  assert.deepEqual(await inDatabase('sound_key(value)', words), words.map(soundOf))
})

test('telephone numbers are the same', async () => {
  const numbers = [
    ['+49', '040', '123-45'],
    ['49', '(0)40', '12345'],
    ['', '040', '12345'],
    ['', '', '+49 (0)40 12345'],
    ['', '', '0049 040 12345'],
    ['39', '06', '123456'],
    ['', '', '+39 06 123456'],
    ['0043', '0512', '1'],
    ['', '', '12345'],
    ['', '', ''],
    ['41', '', '+41 44 123'],
    ['', '0431', '2345'],
    ['420', '2', '22'],
  ] as const
  for (const home of ['', '49'])
    for (const [countryCode, areaCode, number] of numbers) {
      const { rows } = await sql<{ digits: string }>`
        select phone_digits(${countryCode}, ${areaCode}, ${number}, ${home}) as digits`.execute(kontor.db)
      assert.equal(
        rows[0]!.digits,
        phoneDigits({ countryCode, areaCode, number }, home),
        `${countryCode} ${areaCode} ${number}`,
      )
    }
})

test('the months of a date are the same', async () => {
  for (const [first, last] of [
    ['2027-03-01', '2027-03-02'],
    ['2027-12-31', '2028-02-01'],
    ['2027-05-05', null],
    ['2027-05-05', '2027-04-01'],
    ['2027-01-01', '2031-01-01'],
  ] as const) {
    const { rows } = await sql<{
      words: string
    }>`select month_words(${first}::date, ${last}::date) as words`.execute(kontor.db)
    assert.equal(rows[0]!.words, monthWords(first, last), `${first} ${last}`)
  }
})

test('every pair of the cases is equal, near or different, in either order', () => {
  const wrong: string[] = []
  const check = <T>(
    kind: keyof typeof matchingCases,
    parse: (text: string) => T,
    compare: (one: T, other: T) => Likeness,
  ) => {
    for (const { one, other, expected } of matchingCases[kind]) {
      const results = [compare(parse(one), parse(other)), compare(parse(other), parse(one))]
      if (results.some((result) => result !== expected))
        wrong.push(`${one} | ${other}: ${results}, not ${expected}`)
    }
  }
  check('persons', String, comparePersons)
  check('companies', String, compareCompanies)
  check('phones', parsePhone, (one, other) => comparePhones(one, other, '49'))
  check('addresses', parseAddress, compareAddresses)
  assert.deepEqual(wrong, [])
})
