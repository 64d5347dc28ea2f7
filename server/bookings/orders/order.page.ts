// The page of an order, by a link: what is booked.
import { sql } from 'kysely'
import { dateTitle } from '../../catalogue/records/names.sql.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Language } from '../../platform/pages/page-html.ts'
import type { PublicPage } from '../../platform/pages/public-pages.ts'
import { findLinkedOrder, orderPath } from './order-link.ts'

type SeatState = 'booked' | 'waiting' | 'cancelled'

const texts = {
  de: {
    locale: 'de-DE',
    title: (code: string) => `Ihre Buchung ${code}`.trim(),
    later: 'Name folgt',
    states: { booked: 'gebucht', waiting: 'auf der Warteliste', cancelled: 'storniert' },
    dateCancelled: 'Dieser Termin findet nicht statt.',
    unknown: {
      title: 'Dieser Link ist ungültig',
      paragraphs: [
        'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht des Veranstalters.',
      ],
    },
  },
  en: {
    locale: 'en-GB',
    title: (code: string) => `Your booking ${code}`.trim(),
    later: 'named later',
    states: { booked: 'booked', waiting: 'on the waiting list', cancelled: 'cancelled' },
    dateCancelled: 'This date does not take place.',
    unknown: {
      title: 'This link is not valid',
      paragraphs: ['It may be incomplete. Please open it again from the provider’s message.'],
    },
  },
} as const satisfies Record<Language, object>

type Seat = {
  dateId: number
  title: string
  startDate: string | null
  endDate: string | null
  goesAhead: boolean
  /** '': named later. A visitor sees the name as it was entered. */
  name: string
  state: SeatState
}

async function loadSeats(reader: Reader, orderId: number): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select b.date_id as "dateId", ${dateTitle} as title, d.start_date::text as "startDate", coalesce(d.end_date, d.start_date)::text as "endDate",
      coalesce(ds.goes_ahead, true) as "goesAhead",
      trim(case when b.entered = '{}' then coalesce(c.first_name || ' ' || c.last_name, '')
        else concat_ws(' ', b.entered ->> 'firstName', b.entered ->> 'lastName') end) as name,
      case when s.counts_as = 'waitlisted' then 'waiting' when s.counts_as = 'none' then 'cancelled' else 'booked' end as state
    from booking b join booking_status s on s.status = b.status
    join event_date d on d.id = b.date_id join event e on e.id = d.event_id left join date_status ds on ds.status = d.status
    left join contact c on c.id = b.contact_id
    where b.order_id = ${orderId} order by d.start_date, d.id, b.id`.execute(reader)
  return rows
}

function formatDays({ startDate, endDate }: Seat, locale: string): string {
  if (startDate === null || endDate === null) return ''
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return format.formatRange(new Date(startDate), new Date(endDate))
}

export const orderPage: PublicPage = {
  path: orderPath('{secret}'),
  async show({ db, params, language }) {
    const text = texts[language]
    const orderId = await findLinkedOrder(db, params['secret']!)
    if (orderId === undefined) return { status: 404, ...text.unknown }
    const { code } = await db
      .selectFrom('booking_order')
      .select('code')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const dates = Map.groupBy(await loadSeats(db, orderId), ({ dateId }) => dateId)
    return {
      status: 200,
      title: text.title(code ?? ''),
      paragraphs: [...dates.values()].flatMap((seats) => [
        [seats[0]!.title, formatDays(seats[0]!, text.locale)].filter((part) => part !== '').join(', '),
        ...(seats[0]!.goesAhead ? [] : [text.dateCancelled]),
        ...seats.map(({ name, state }) => `${name || text.later}: ${text.states[state]}`),
      ]),
    }
  },
}
