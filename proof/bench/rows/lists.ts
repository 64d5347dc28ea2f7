// The lists of the back office, with the requests of their pages.
import { median } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { signInToOffice } from './office.ts'

const rounds = 7

const listPages = (everybody: number): readonly (readonly [name: string, path: string])[] => [
  ['contacts', '/contacts?perPage=25'],
  ['contacts by name, descending', '/contacts?perPage=25&sort=name&order=desc'],
  ['newest contacts', '/contacts?perPage=25&sort=createdAt&order=desc'],
  ['contacts, page 400', '/contacts?perPage=25&page=400'],
  ['contacts, a name', '/contacts?perPage=25&q=k%C3%B6hler'],
  ['contacts, a name at the end of the alphabet', '/contacts?perPage=25&q=vogel'],
  ['contacts, a name and a city', '/contacts?perPage=25&q=yilmaz&city=Hamburg'],
  ['companies without e-mail', '/companies?perPage=25&hasEmail=false'],
  ['contacts, a rare text', '/contacts?perPage=25&q=person.4711%40'],
  ['contacts, nothing found', '/contacts?perPage=25&q=tannenbaumschmuck'],
  ['contacts of a city', '/contacts?perPage=25&city=Hamburg'],
  ['contacts of a category', `/contacts?perPage=25&categoryIds=${everybody}`],
  ['companies', '/companies?perPage=25'],
  ['companies, a frequent word', '/companies?perPage=25&q=betrieb'],
  ['dates', '/dates?perPage=25'],
  ['dates with free seats, most first', '/dates?perPage=25&seats=free&sort=freeSeats&order=desc'],
  ['dates, a text', '/dates?perPage=25&q=a'],
  ['dates, page 400', '/dates?perPage=25&page=400'],
  ['trainers', '/trainers?perPage=25'],
  ['bookings', '/bookings?perPage=25'],
  ['bookings by name', '/bookings?perPage=25&sort=lastName'],
  ['bookings by name, descending', '/bookings?perPage=25&sort=lastName&order=desc'],
  ['bookings, a name', '/bookings?perPage=25&q=k%C3%B6hler'],
  ['bookings, a rare name', '/bookings?perPage=25&q=4711'],
  ['bookings on a waiting list', '/bookings?perPage=25&status=waitlisted'],
  ['leads', '/leads?perPage=25'],
  ['leads, words', '/leads?perPage=25&q=k%C3%B6hler+hamburg'],
  ['lead board', '/leads/board'],
  ['open tasks', '/tasks?perPage=25&isDone=false'],
  ['tasks, words', '/tasks?perPage=25&q=rechnung+k%C3%B6hler'],
  ['start page', '/start'],
  ['change log', '/change-log'],
  ['change log of contacts', '/change-log?subject=contact'],
]

/** The median time of each list, slowest first. */
export async function measureLists(loaded: LoadedInstance): Promise<{ slowest: number; text: string }> {
  const read = await signInToOffice(loaded)
  const found: { name: string; durationMs: number }[] = []
  for (const [name, path] of listPages(loaded.contacts.allCategory)) {
    await read(path)
    const durations: number[] = []
    for (let round = 0; round < rounds; round++) durations.push((await read(path)).durationMs)
    found.push({ name, durationMs: median(durations) })
  }
  found.sort((a, b) => b.durationMs - a.durationMs)
  const { rows } = await loaded.instance.client.query<{ dates: number }>(
    'select count(*)::int as dates from event_date',
  )
  return {
    slowest: found[0]!.durationMs,
    text: `median of ${rounds} in ms (target: below 200), ${loaded.contacts.persons.toLocaleString('en')} contacts, ${rows[0]!.dates.toLocaleString('en')} dates: ${found.map(({ name, durationMs }) => `${name} ${durationMs.toFixed(0)}`).join(', ')}`,
  }
}
