// A page of Next.js (App Router), rendered on the server: dates with filters, in the language of the visitors.
import { createClient, KontorError, type PublicDate } from '@kontor/client'

const kontor = createClient({
  baseUrl: process.env['KONTOR_URL'] ?? 'https://kontor.example',
  key: process.env['KONTOR_KEY'] ?? 'pk_demo',
  // Of the process: an unchanged answer is 304, so the page is quick and never stale.
  cache: new Map(),
})

const states: Record<PublicDate['availability'], string> = {
  available: 'freie Plätze',
  few: 'wenige Plätze',
  waitingList: 'Warteliste',
  full: 'ausgebucht',
  closed: 'nicht buchbar',
  cancelled: 'abgesagt',
}

export const metadata = { title: 'Termine' }

type Parameters = Record<string, string | string[] | undefined>

/** A filter of the address; '' if it is missing or given several times. */
const textOf = (value: Parameters[string]): string => (typeof value === 'string' ? value : '')

async function read(parameters: Parameters) {
  const q = textOf(parameters['q'])
  const city = textOf(parameters['city'])
  const category = Number(textOf(parameters['category']))
  const filters = {
    ...(q ? { q } : {}),
    ...(city ? { city: [city] } : {}),
    ...(Number.isInteger(category) && category > 0 ? { category: [category] } : {}),
  }
  const cursor = textOf(parameters['cursor'])
  const [page, facets] = await Promise.all([
    kontor.dates({ ...filters, limit: 20, ...(cursor ? { cursor } : {}) }),
    kontor.facets(filters),
  ])
  return { page, facets, q, city, category }
}

/** The same filters, one page later. */
function laterAddress(next: string, filters: Record<string, string>): string {
  const cursor = new URLSearchParams(next.split('?')[1]).get('cursor') ?? ''
  return `?${new URLSearchParams({ ...filters, cursor })}`
}

/** A date that is not yet open says from when it can be booked. */
function stateOf({ availability, bookableFrom, timeZone }: PublicDate): string {
  const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())
  if (availability !== 'closed' || bookableFrom === null || bookableFrom <= today) return states[availability]
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' })
  return `buchbar ab ${day.format(new Date(bookableFrom))}`
}

function DateItem({ date }: { date: PublicDate }) {
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: date.timeZone })
  return (
    <li className={date.availability}>
      {date.start && <time dateTime={date.start}>{day.format(new Date(date.start))}</time>}{' '}
      <strong>{date.title}</strong> {date.location?.city} <span>{stateOf(date)}</span>
    </li>
  )
}

type Facet = { id: string | number; name: string; count: number }

function Choice({
  label,
  name,
  value,
  facets,
}: {
  label: string
  name: string
  value: string
  facets: Facet[]
}) {
  return (
    <label>
      {label}{' '}
      <select name={name} defaultValue={value}>
        <option value="">alle</option>
        {facets.map(({ id, name, count }) => (
          <option key={id} value={id}>
            {name} ({count})
          </option>
        ))}
      </select>
    </label>
  )
}

export default async function Page({ searchParams }: { searchParams: Promise<Parameters> }) {
  const found = await read(await searchParams).catch((error: unknown) => {
    if (error instanceof KontorError && error.status === 400) return undefined
    throw error
  })
  if (!found) return <p>Diese Auswahl gibt es nicht.</p>
  const { page, facets, q, city } = found
  const category = found.category > 0 ? String(found.category) : ''
  return (
    <main>
      <h1>Termine</h1>
      <form>
        <label>
          Suche <input type="search" name="q" defaultValue={q} />
        </label>
        <Choice label="Thema" name="category" value={category} facets={facets.categories} />
        <Choice label="Ort" name="city" value={city} facets={facets.cities} />
        <button type="submit">Anzeigen</button>
      </form>
      <p>{page.total === 1 ? '1 Termin' : `${page.total} Termine`}</p>
      <ul>
        {page.data.map((date) => (
          <DateItem key={date.id} date={date} />
        ))}
      </ul>
      {page.next && <a href={laterAddress(page.next, { q, city, category })}>Weitere Termine</a>}
    </main>
  )
}
