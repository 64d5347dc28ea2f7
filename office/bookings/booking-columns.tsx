// The columns of a table of bookings: of a date with the persons, of a contact with the dates, of an order with both.
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { answerLines } from '../../server/bookings/answer-lines.ts'
import { hasAttended, isAbsent, isCancelled, isOffered } from '../../server/bookings/booking-statuses.ts'
import { type Format, useFormat } from '../shell/language/format.ts'
import { mailto, telephone } from '../shell/list/contact-links.ts'
import { officeHref, PlainIcon } from '../shell/list/plain-rows.tsx'
import { useIsNarrow } from '../shell/theme/use-is-narrow.ts'
import { type Booking, participantPath, useBookingName, useStatuses } from './booking-queries.ts'
import type { BookingColumn } from './booking-row.tsx'
import { useStatusChip } from './status-chip.tsx'

export type BookingsOf = 'contact' | 'date' | 'order'

/** MUI's icons EmailOutlined and Phone. */
const letter =
  'M22 6c0-1.1-.9-2-2-2H4c-1.1 0-2 .9-2 2v12c0 1.1.9 2 2 2h16c1.1 0 2-.9 2-2zm-2 0-8 5-8-5zm0 12H4V8l8 5 8-5z'
const receiver =
  'M6.62 10.79c1.44 2.83 3.76 5.14 6.59 6.59l2.2-2.2c.27-.27.67-.36 1.02-.24 1.12.37 2.33.57 3.57.57.55 0 1 .45 1 1V20c0 .55-.45 1-1 1-9.39 0-17-7.61-17-17 0-.55.45-1 1-1h3.5c.55 0 1 .45 1 1 0 1.25.2 2.45.57 3.57.11.35.03.74-.25 1.02z'

const contactLinksOf = ({ email, phone }: Booking) =>
  [
    { href: mailto(email), value: email, icon: letter, text: 'bookings.mailTo' },
    { href: telephone(phone), value: phone, icon: receiver, text: 'bookings.call' },
  ].filter(({ value }) => value !== '')

const EventLink = ({ booking: { dateId, dateTitle } }: { booking: Booking }) => (
  <a href={officeHref(`/dates/${dateId}`)}>{dateTitle}</a>
)

function useNotes(): (booking: Booking) => string[] {
  const translate = useTranslate()
  return (booking) =>
    [
      booking.seriesTitle && translate('bookings.partOf', { name: booking.seriesTitle }),
      booking.enteredAs && translate('bookings.enteredAs', { name: booking.enteredAs }),
      booking.comment,
      booking.dietaryNotes,
      booking.accessibilityNotes,
      ...answerLines(booking.answers),
      booking.cancellationReason,
    ].filter((note) => note !== '')
}

interface CellTexts {
  translate: ReturnType<typeof useTranslate>
  format: Format
  statusChip: ReturnType<typeof useStatusChip>
  notesOf: (booking: Booking) => string[]
}

/** The cells of a booking. */
function cellsOf({ translate, format, statusChip, notesOf }: CellTexts) {
  const renderNotes = (booking: Booking) => notesOf(booking).map((note) => <div key={note}>{note}</div>)
  const priceOf = (booking: Booking): string => {
    const amount = isCancelled(booking) ? booking.cancellationFee : booking.finalPrice
    return amount === null ? '' : format.money(amount, booking.priceCurrency || 'EUR')
  }
  /** The half days only if not all of them were attended or recorded. */
  const renderStatus = (booking: Booking) => {
    const { attendedHalfDays: attended, recordedHalfDays: recorded } = booking
    const isPartly = recorded > 0 && !isAbsent(booking) && (!hasAttended(booking) || attended < recorded)
    return (
      <>
        {statusChip(booking)}
        {isOffered(booking) && (
          <div className="second">
            {translate('bookings.offer.until', { moment: format.dateTime(booking.offeredUntil) })}
          </div>
        )}
        {booking.invitationAnswer !== '' && (
          <div className="second">{translate(`inbox.invitation.${booking.invitationAnswer}`)}</div>
        )}
        {isPartly && (
          <div className="second">{translate('attendance.partly', { attended, smart_count: recorded })}</div>
        )}
      </>
    )
  }
  /** The day for which a booking was made, if its day has changed since. */
  const renderBookedFor = ({ startDate, history }: Booking) => {
    const bookedFor = history.find((past) => past.startDate !== '')?.startDate
    return bookedFor && bookedFor !== startDate ? (
      <div className="second">{translate('bookings.bookedFor', { day: format.date(bookedFor) })}</div>
    ) : null
  }
  const renderDay = (booking: Booking) => (
    <>
      {format.span(booking.startDate, booking.endDate)}
      {renderBookedFor(booking)}
    </>
  )
  const renderBounce = ({ emailBouncedAt }: Booking) =>
    emailBouncedAt === '' ? null : (
      <div className="bounce">{translate('bookings.mailBounces', { day: format.date(emailBouncedAt) })}</div>
    )
  const renderContactDetails = (booking: Booking) => (
    <>
      {renderBounce(booking)}
      {contactLinksOf(booking).map(({ href, value }) => (
        <a key={href} href={href} title={value} className="detail cut">
          {value}
        </a>
      ))}
    </>
  )
  return {
    renderNotes,
    priceOf,
    renderStatus,
    renderBookedFor,
    renderDay,
    renderBounce,
    renderContactDetails,
  }
}

/** The columns, the same as long as nothing changes on which they depend. */
export function useBookingColumns(of: BookingsOf, bookings: readonly Booking[]): readonly BookingColumn[] {
  const translate = useTranslate()
  const format = useFormat()
  const isNarrow = useIsNarrow()
  const statuses = useStatuses()
  const bookingName = useBookingName()
  const statusChip = useStatusChip()

  const notesOf = useNotes()
  const hasNotes = bookings.some((booking) => notesOf(booking).length > 0)

  // The functions depend on nothing else.
  return useMemo(() => {
    const {
      renderNotes,
      priceOf,
      renderStatus,
      renderBookedFor,
      renderDay,
      renderBounce,
      renderContactDetails,
    } = cellsOf({ translate, format, statusChip, notesOf })
    /** On a phone, one cell has what the others have on wider screens. */
    const renderPhoneDetails = (booking: Booking) => (
      <>
        {of !== 'contact' && renderBounce(booking)}
        <div className="details">
          {renderStatus(booking)}
          {of === 'order' && priceOf(booking)}
          {of !== 'contact' &&
            contactLinksOf(booking).map(({ href, icon, text }) => (
              <a
                key={href}
                href={href}
                className="icon-button"
                aria-label={translate(text, { name: bookingName(booking) })}
              >
                <PlainIcon path={icon} />
              </a>
            ))}
        </div>
        <div className="second">{renderNotes(booking)}</div>
      </>
    )
    const renderPerson = (booking: Booking) => (
      <>
        <a href={officeHref(participantPath(booking))}>{bookingName(booking)}</a>
        <div className="second company cut" title={booking.companyName}>
          {booking.companyName}
        </div>
        {isNarrow && of === 'order' && (
          <div>
            <EventLink booking={booking} />
            <div>{renderDay(booking)}</div>
          </div>
        )}
        {isNarrow && renderPhoneDetails(booking)}
      </>
    )
    const renderEvent = (booking: Booking) => (
      <>
        <EventLink booking={booking} />
        {isNarrow && <div>{renderDay(booking)}</div>}
        {isNarrow && renderPhoneDetails(booking)}
      </>
    )
    const person: BookingColumn = ['bookings.name', renderPerson, 'person']
    const event: BookingColumn = ['bookings.event', renderEvent]
    if (isNarrow) return [of === 'contact' ? event : person]
    return [
      ...(of === 'date' ? [] : [['bookings.dateColumn', renderDay] satisfies BookingColumn, event]),
      ...(of === 'contact'
        ? []
        : [person, ['bookings.contactDetails', renderContactDetails] satisfies BookingColumn]),
      ['bookings.statusLabel', renderStatus],
      ...(hasNotes ? [['bookings.comment', renderNotes] satisfies BookingColumn] : []),
      ...(of === 'date'
        ? [
            [
              'bookings.bookedOn',
              (booking) => (
                <>
                  {format.dateTime(booking.createdAt)}
                  {renderBookedFor(booking)}
                </>
              ),
              'line',
            ] satisfies BookingColumn,
          ]
        : []),
      ...(of === 'order' ? [['bookings.price', priceOf, 'line number'] satisfies BookingColumn] : []),
    ]
  }, [of, hasNotes, isNarrow, translate, format, statuses])
}
