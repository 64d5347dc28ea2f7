// The bookings of the people of a company, and its seats without a name: those to come, and those that are over, folded.
import { Alert, Button, Typography } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { type Booking, participantPath, useBookingName } from '../bookings/booking-queries.ts'
import { StatusChip } from '../bookings/status-chip.tsx'
import { useFormat } from '../shell/language/format.ts'
import { useToday } from '../shell/language/today.ts'
import { RecordLink } from '../shell/page/facts.tsx'
import { FoldedContent, PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'

/** More are in the list of bookings. */
const perPage = 200

function BookingRows({ bookings, label }: { bookings: readonly Booking[]; label: string }) {
  const format = useFormat()
  const bookingName = useBookingName()
  return (
    <RecordRows label={label}>
      {bookings.map((booking) => (
        <RecordRow
          key={booking.id}
          title={<RecordLink to={participantPath(booking)}>{bookingName(booking)}</RecordLink>}
          detail={
            <>
              {format.span(booking.startDate, booking.endDate)}{' '}
              <RecordLink to={`/dates/${booking.dateId}`}>{booking.dateTitle}</RecordLink>
            </>
          }
        >
          <StatusChip {...booking} />
        </RecordRow>
      ))}
    </RecordRows>
  )
}

export function CompanyBookings({ companyId }: { companyId: number }) {
  const translate = useTranslate()
  const today = useToday()
  // Bookings of dates without days come last.
  const {
    data = [],
    total = 0,
    error,
    isPending,
  } = useGetList<Booking>('bookings', {
    filter: { companyId },
    pagination: { page: 1, perPage },
    sort: { field: 'startDate', order: 'DESC' },
  })
  const upcoming = data.filter(({ endDate }) => endDate === '' || endDate >= today).toReversed()
  const past = data.filter(({ endDate }) => endDate !== '' && endDate < today)
  const listPath = `/bookings?${new URLSearchParams({ filter: JSON.stringify({ companyId }) })}`
  return (
    <PagePart title="companies.bookings.upcoming" count={upcoming.length}>
      {error && <Alert severity="error">{error.message}</Alert>}
      {upcoming.length === 0 && !isPending && (
        <Typography color="textSecondary">{translate('companies.bookings.none')}</Typography>
      )}
      <BookingRows bookings={upcoming} label={translate('companies.bookings.upcoming')} />
      {past.length > 0 && (
        <FoldedContent title={translate('companies.bookings.past', { count: total - upcoming.length })}>
          <BookingRows
            bookings={past}
            label={translate('companies.bookings.past', { count: total - upcoming.length })}
          />
        </FoldedContent>
      )}
      {total > data.length && (
        <Button size="small" component={Link} to={listPath}>
          {translate('companies.all', { count: total })}
        </Button>
      )}
    </PagePart>
  )
}
