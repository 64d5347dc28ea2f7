// The documents of seats, for visitors with a link to them: calendar entries, files for participants, certificates; and the terms of an order.

import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { hasSeat, type LinkedSeat } from '../../../bookings/orders/order-seats.ts'
import { loadDocument, renderInWorker } from '../../../documents/documents.ts'
import { renderTerms, termsOfOrder } from '../../../documents/order-terms.ts'
import { orderTexts } from '../../../documents/orders/order-texts.ts'
import { calendarToDownload } from '../../../messages/calendar/download.ts'
import { loadMessageDates } from '../../../messages/values.sql.ts'
import type { Db, Reader } from '../../../platform/database/database.ts'
import type { Files, StoredFile } from '../../../platform/files/files.ts'
import type { Language } from '../../../platform/ground/language.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { type LinkedOrder, linkedDateLabel } from './linked-order.ts'
import { texts } from './texts.ts'

type Context = { db: Db; files: Files; settings: Settings; now: Date; language: Language }

export type SeatDocument = {
  /** Below that of the page's files: `certificate/17`. */
  path: string
  label: string
  /** undefined: it is gone. @throws Failure 409 for a certificate that has just been withdrawn */
  read(
    context: Context,
  ): Promise<{ name: string; type: string; content: Buffer | string | Readable } | undefined>
}

const pdf = 'application/pdf'

const calendarOf = (seat: LinkedSeat, language: Language): SeatDocument => ({
  path: `calendar/${seat.dateId}`,
  label: texts[language].documents.calendar(linkedDateLabel(seat, texts[language].locale)),
  async read({ db, settings, now }) {
    const date = (await loadMessageDates(db, [seat.dateId])).get(seat.dateId)
    return (
      date && {
        name: 'date.ics',
        type: 'text/calendar; charset=utf-8',
        content: await calendarToDownload(db, date, seat.id, settings, now),
      }
    )
  },
})

const certificateOf = ({ id, name, title }: LinkedSeat, language: Language): SeatDocument => ({
  path: `certificate/${id}`,
  label: texts[language].documents.certificate(name, title),
  async read({ db, settings }) {
    const document = await loadDocument(db, settings, { kind: 'certificate', bookingId: id, language })
    const { fileName, content } = await renderInWorker({ ...document, language, timeZone: settings.timeZone })
    return { name: fileName, type: pdf, content }
  },
})

/** For participants: of the dates at which a seat is booked, and of their events. */
async function filesOfDates(reader: Reader, dateIds: readonly number[]): Promise<SeatDocument[]> {
  const { rows } = await sql<StoredFile & { id: number; label: string }>`
    select f.id, coalesce(nullif(f.name, ''), substring(s.path from '[^/]*$')) as label, s.path, s.size::float8 as size, s.sha256
    from catalogue_file f join stored_file s on s.file_id = f.id
    join file_access_right a on a.access_right = f.access_right and (a.for_participants or a.for_public)
    where f.id in (select file_id from date_file where date_id = any(${dateIds}::int[]))
      or f.id in (select file_id from event_file where event_id in (select event_id from event_date where id = any(${dateIds}::int[])))
    order by 2, f.id`.execute(reader)
  return rows.map(({ id, label, ...file }) => ({
    path: `file/${id}`,
    label,
    async read({ files }) {
      const found = await files.read(file)
      const name = file.path.slice(file.path.lastIndexOf('/') + 1)
      return found && { name, type: 'application/octet-stream', content: found.content }
    },
  }))
}

/** Certificates only if they are issued and in force. */
export async function documentsOfSeats(
  reader: Reader,
  seats: readonly LinkedSeat[],
  language: Language,
): Promise<SeatDocument[]> {
  const booked = new Map(
    seats.filter((seat) => hasSeat(seat) && seat.goesAhead).map((seat) => [seat.dateId, seat]),
  )
  const { rows } = await sql<{ id: number }>`
    select booking_id as id from certificate where booking_id = any(${seats.map(({ id }) => id)}::int[]) and withdrawn_at is null`.execute(
    reader,
  )
  const certified = new Set(rows.map(({ id }) => id))
  return [
    ...[...booked.values()]
      .filter(({ startDate }) => startDate !== null)
      .map((seat) => calendarOf(seat, language)),
    ...(await filesOfDates(reader, [...booked.keys()])),
    ...seats.filter(({ id }) => certified.has(id)).map((seat) => certificateOf(seat, language)),
  ]
}

const confirmationOf = (orderId: number, language: Language): SeatDocument => ({
  path: `confirmation/${orderId}`,
  label: orderTexts[language].confirmation,
  async read({ db, settings, now }) {
    const document = await loadDocument(db, settings, { kind: 'order-confirmation', orderId, now, language })
    const { fileName, content } = await renderInWorker({ ...document, language, timeZone: settings.timeZone })
    return { name: fileName, type: pdf, content }
  },
})

export async function documentsOfOrder(
  reader: Reader,
  { id: orderId, seats }: LinkedOrder,
  language: Language,
): Promise<SeatDocument[]> {
  const dateId = seats[0]?.dateId
  const terms = dateId === undefined ? [] : await termsOfOrder(reader, { orderId, dateId, language })
  return [
    ...(await documentsOfSeats(reader, seats, language)),
    confirmationOf(orderId, language),
    ...terms.map(
      (one): SeatDocument => ({
        path: `terms/${one.versionId}`,
        label: one.title,
        async read({ db, settings }) {
          const { fileName, content } = await renderTerms(db, settings.timeZone, one)
          return { name: fileName, type: pdf, content }
        },
      }),
    ),
  ]
}
