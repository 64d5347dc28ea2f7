// The participants of a date who get a certificate.
import { sql } from 'kysely'
import { hasAttended, isAbsent } from '../../bookings/booking-statuses.ts'
import { dateTitle, trainerName } from '../../catalogue/records/names.sql.ts'
import { htmlToText } from '../../mail/body.ts'
import type { Reader } from '../../platform/database/database.ts'
import { clientOfDate } from '../date-data.sql.ts'
import { type AttendedHalfDay, attendedMinutes } from './content.ts'

/** Why a booking gets no certificate; '': it gets one. */
export const certificateObstacles = [
  '',
  'cancelled',
  'notOver',
  'noName',
  'open',
  'absent',
  'tooLittle',
] as const
export type CertificateObstacle = (typeof certificateObstacles)[number]

export type CertificateCandidate = {
  bookingId: number
  contactId: number
  name: string
  status: string
  halfDays: AttendedHalfDay[]
  halfDayCount: number
  /** Half days without a record. */
  openCount: number
  /** Of all half days; null: not known. */
  totalMinutes: number | null
  obstacle: CertificateObstacle
}

/** The content of certificates of a date beside the participant. */
export type CertificateDate = {
  eventId: number
  clientId: number
  client: string
  signatory: string
  title: string
  startDate: string
  endDate: string
  takesPlace: boolean
  trainers: string
  place: string
  /** Percent of the hours. */
  leastPercent: number
  text: { de: string; en: string }
}

type DateRow = Omit<CertificateDate, 'text'> & { textDe: string; textEn: string; objectives: string }

export async function loadCertificateDate(
  reader: Reader,
  dateId: number,
): Promise<CertificateDate | undefined> {
  const { rows } = await sql<DateRow>`
    select d.event_id as "eventId", k.id as "clientId", k.name as client, coalesce(l.signatory, '') as signatory, ${dateTitle} as title,
      coalesce(d.start_date::text, '') as "startDate", coalesce(coalesce(d.end_date, d.start_date)::text, '') as "endDate",
      d.is_active and coalesce(s.goes_ahead, true) as "takesPlace",
      coalesce((select string_agg(${trainerName}, ', ' order by x.is_main desc, x.position)
        from date_trainer x join trainer t on t.id = x.trainer_id where x.date_id = d.id), '') as trainers,
      coalesce((select string_agg(concat_ws(', ', nullif(c.last_name, ''), nullif(a.city, '')), '; ' order by c.id)
        from date_location x join contact c on c.id = x.contact_id left join address a on a.contact_id = c.id and a.is_default
        where x.date_id = d.id), case when f.is_online and not f.is_onsite then 'Online' else '' end) as place,
      e.certificate_percent as "leastPercent", e.certificate_text_de as "textDe", e.certificate_text_en as "textEn", e.objectives
    from event_date d join event e on e.id = d.event_id
    join client k on k.id = ${clientOfDate}
    left join letterhead l on l.client_id = k.id
    left join date_status s on s.status = d.status
    left join date_format f on f.format = d.format
    where d.id = ${dateId}`.execute(reader)
  const row = rows[0]
  if (!row) return undefined
  const { textDe, textEn, objectives, ...date } = row
  const other = textDe || textEn || htmlToText(objectives)
  return { ...date, text: { de: textDe || other, en: textEn || other } }
}

type CandidateRow = Omit<CertificateCandidate, 'obstacle'> & { isOver: boolean }

/** The bookings of a date that count as booked. Those of a series have the half days of their modules. */
export async function loadCandidates(
  reader: Reader,
  dateId: number,
  date: CertificateDate,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<CertificateCandidate[]> {
  // A status that was set by hand does not stand for days to come. “offset 0” keeps the condition inside: without it, the days of
  // all dates would be divided, and not of these alone.
  const { rows } = await sql<CandidateRow>`
    select b.id as "bookingId", coalesce(b.contact_id, 0) as "contactId", b.status,
      coalesce(concat_ws(' ', nullif(c.title, ''), nullif(c.first_name, ''), nullif(c.last_name, '')), '') as name,
      coalesce(h.attended, '[]') as "halfDays", coalesce(h.total, 0)::int as "halfDayCount", coalesce(h.open, 0)::int as "openCount",
      h.minutes::int as "totalMinutes", coalesce(h.last_day, d.end_date, d.start_date) <= ${today}::date as "isOver"
    from booking b
    join booking_status s on s.status = b.status and s.counts_as = 'booked'
    join event_date d on d.id = b.date_id
    left join contact c on c.id = b.contact_id
    left join (
      select case when m.date_id = ${dateId} then m.id else m.series_booking_id end as booking_id,
        json_agg(json_build_object('day', x.day, 'half', x.half, 'minutes', x.minutes) order by x.day, x.half = 'afternoon')
          filter (where x.attended and x.day <= ${today}::date) as attended,
        count(*) as total, count(*) filter (where x.attended is null) as open, max(x.day) as last_day,
        case when bool_and(x.minutes is not null) then sum(x.minutes) end as minutes
      from (select ${dateId}::int union select m.date_id from booking b join booking m on m.series_booking_id = b.id
        where b.date_id = ${dateId}) as o(id)
      cross join lateral (select h.booking_id, h.day, h.half, h.attended,
          h.minutes + clock_change_minutes(h.day, h.start_time, h.end_time, ${timeZone}) as minutes
        from booking_half_day h where h.date_id = o.id offset 0) x
      join booking m on m.id = x.booking_id
      group by 1
    ) h on h.booking_id = b.id
    where b.date_id = ${dateId}
    order by c.id is null, sort_key(c.last_name) collate "C", sort_key(c.first_name) collate "C", b.id`.execute(
    reader,
  )
  return rows.map(({ isOver, ...row }) => ({ ...row, obstacle: obstacleOf(row, date, isOver ?? false) }))
}

function obstacleOf(
  row: Omit<CandidateRow, 'isOver'>,
  date: CertificateDate,
  isOver: boolean,
): CertificateObstacle {
  if (!date.takesPlace) return 'cancelled'
  if (!isOver) return 'notOver'
  if (row.name === '') return 'noName'
  // Without half days, the status is what is known.
  if (row.halfDayCount === 0) return hasAttended(row) ? '' : isAbsent(row) ? 'absent' : 'open'
  if (row.halfDays.length === 0) return row.openCount > 0 ? 'open' : 'absent'
  const minutes = attendedMinutes(row.halfDays)
  const [attended, total] =
    minutes === null || row.totalMinutes === null
      ? [row.halfDays.length, row.halfDayCount]
      : [minutes, row.totalMinutes]
  return attended * 100 >= date.leastPercent * total ? '' : 'tooLittle'
}
