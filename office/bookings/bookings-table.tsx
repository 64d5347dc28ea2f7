// A table of bookings: of a date with the persons, of a contact with the dates, of an order with both.
import MailIcon from '@mui/icons-material/EmailOutlined'
import PhoneIcon from '@mui/icons-material/Phone'
import {
  Box,
  Checkbox,
  IconButton,
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../shell/app/format.ts'
import { mailto, telephone } from '../shell/list/contact-links.ts'
import { HiddenText } from '../shell/list/visually-hidden.tsx'
import { tabular } from '../shell/theme/tokens.ts'
import { BookingActions } from './booking-actions.tsx'
import { type Booking, participantPath, useBookingName } from './booking-queries.ts'
import { StatusChip } from './status-chip.tsx'

type CellStyle = Record<string, string | number | Record<string, string>>
type Column = [title: string, cell: (booking: Booking) => ReactNode, sx?: CellStyle]

const hiddenOnPhone = { display: { xs: 'none', sm: 'table-cell' } }
const onlyOnPhone = { display: { sm: 'none' } }

/** The status, and the half days if not all of them were attended or recorded. */
function Status({ booking }: { booking: Booking }) {
  const translate = useTranslate()
  const { status, attendedHalfDays: attended, recordedHalfDays: recorded } = booking
  const isPartly = recorded > 0 && status !== 'absent' && (status !== 'attended' || attended < recorded)
  return (
    <>
      <StatusChip {...booking} />
      {isPartly && (
        <Typography variant="body2" color="textSecondary">
          {translate('attendance.partly', { attended, smart_count: recorded })}
        </Typography>
      )}
    </>
  )
}

function Person({ booking }: { booking: Booking }) {
  const bookingName = useBookingName()
  return (
    <>
      <Link component={RouterLink} to={participantPath(booking)}>
        {bookingName(booking)}
      </Link>
      <Typography
        variant="body2"
        color="textSecondary"
        title={booking.companyName}
        sx={{
          maxWidth: { sm: 220 },
          whiteSpace: { sm: 'nowrap' },
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      >
        {booking.companyName}
      </Typography>
      <Box sx={onlyOnPhone}>
        <Status booking={booking} />
        <Typography variant="body2">{booking.comment}</Typography>
      </Box>
    </>
  )
}

/** The day for which a booking was made, if its day has changed since. */
function BookedFor({ booking: { startDate, history } }: { booking: Booking }) {
  const translate = useTranslate()
  const format = useFormat()
  const bookedFor = history.find((past) => past.startDate !== '')?.startDate
  if (!bookedFor || bookedFor === startDate) return null
  return (
    <Typography variant="body2" color="textSecondary">
      {translate('bookings.bookedFor', { day: format.date(bookedFor) })}
    </Typography>
  )
}

/** As text; on a phone as buttons that mail and call. */
function ContactDetails({ booking }: { booking: Booking }) {
  const translate = useTranslate()
  const bookingName = useBookingName()
  const format = useFormat()
  const { email, phone, emailBouncedAt } = booking
  const links = [
    { href: mailto(email), value: email, Icon: MailIcon, text: 'bookings.mailTo' },
    { href: telephone(phone), value: phone, Icon: PhoneIcon, text: 'bookings.call' },
  ].filter(({ value }) => value !== '')
  return (
    <>
      {emailBouncedAt !== '' && (
        <Typography variant="body2" color="error">
          {translate('bookings.mailBounces', { day: format.date(emailBouncedAt.slice(0, 10)) })}
        </Typography>
      )}
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
        {links.map(({ href, value }) => (
          <Link
            key={href}
            href={href}
            title={value}
            color="inherit"
            noWrap
            sx={{ display: 'block', maxWidth: 230, lineHeight: '24px' }}
          >
            {value}
          </Link>
        ))}
      </Box>
      <Box sx={{ ...onlyOnPhone, whiteSpace: 'nowrap' }}>
        {links.map(({ href, Icon, text }) => (
          <IconButton
            key={href}
            href={href}
            aria-label={translate(text, { name: bookingName(booking) })}
            color="primary"
          >
            <Icon fontSize="small" />
          </IconButton>
        ))}
      </Box>
    </>
  )
}

interface Props {
  bookings: readonly Booking[]
  of: 'contact' | 'date' | 'order'
  mayWrite: boolean
  label: string
  selection?: { chosen: ReadonlySet<number>; onChoose: (chosen: ReadonlySet<number>) => void }
}

export function BookingsTable({ bookings, of, mayWrite, label, selection }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const bookingName = useBookingName()
  const chosen = selection?.chosen ?? new Set()
  const chosenCount = bookings.filter(({ id }) => chosen.has(id)).length
  const setChosen = (ids: readonly number[], isChosen: boolean): void => {
    const next = new Set(selection?.chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    selection?.onChoose(next)
  }
  const dateColumns: Column[] = [
    [
      'bookings.dateColumn',
      (booking) => (
        <>
          {format.span(booking.startDate, booking.endDate)}
          <BookedFor booking={booking} />
        </>
      ),
    ],
    [
      'bookings.event',
      ({ dateId, dateTitle }) => (
        <Link component={RouterLink} to={`/dates/${dateId}`}>
          {dateTitle}
        </Link>
      ),
    ],
  ]
  const personColumns: Column[] = [
    ['bookings.name', (booking) => <Person booking={booking} />, { minWidth: 130 }],
    ['bookings.contactDetails', (booking) => <ContactDetails booking={booking} />],
  ]
  const notesOf = (booking: Booking): string[] =>
    [
      booking.seriesTitle && translate('bookings.partOf', { name: booking.seriesTitle }),
      booking.comment,
      booking.dietaryNotes,
      booking.accessibilityNotes,
      booking.cancellationReason,
    ].filter((note) => note !== '')
  const commentColumn: Column = [
    'bookings.comment',
    (booking) => notesOf(booking).map((note) => <div key={note}>{note}</div>),
    hiddenOnPhone,
  ]
  const bookedOnColumn: Column = [
    'bookings.bookedOn',
    (booking) => (
      <>
        {format.dateTime(booking.createdAt)}
        <BookedFor booking={booking} />
      </>
    ),
    { ...hiddenOnPhone, whiteSpace: 'nowrap' },
  ]
  const priceColumn: Column = [
    'bookings.price',
    ({ status, finalPrice, cancellationFee, priceCurrency }) => {
      const amount = status === 'cancelled' ? cancellationFee : finalPrice
      return amount === null ? '' : format.money(amount, priceCurrency || 'EUR')
    },
    { ...tabular, whiteSpace: 'nowrap' },
  ]
  const columns: Column[] = [
    ...(of === 'date' ? [] : dateColumns),
    ...(of === 'contact' ? [] : personColumns),
    ['bookings.statusLabel', (booking) => <Status booking={booking} />, of === 'date' ? hiddenOnPhone : {}],
    ...(bookings.some((booking) => notesOf(booking).length > 0) ? [commentColumn] : []),
    ...(of === 'date' ? [bookedOnColumn] : []),
    ...(of === 'order' ? [priceColumn] : []),
  ]
  return (
    <TableContainer>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <Checkbox
                  size="small"
                  checked={chosenCount === bookings.length}
                  indeterminate={chosenCount > 0 && chosenCount < bookings.length}
                  onChange={(_event, on) =>
                    setChosen(
                      bookings.map(({ id }) => id),
                      on,
                    )
                  }
                  slotProps={{ input: { 'aria-label': translate('bookings.chooseAll') } }}
                />
              </TableCell>
            )}
            {columns.map(([title, , sx = {}]) => (
              <TableCell key={title} sx={sx}>
                {translate(title)}
              </TableCell>
            ))}
            {mayWrite && (
              <TableCell>
                <HiddenText>{translate('bookings.actions')}</HiddenText>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {bookings.map((booking) => (
            <TableRow key={booking.id} hover>
              {selection && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={chosen.has(booking.id)}
                    onChange={(_event, on) => setChosen([booking.id], on)}
                    slotProps={{
                      input: { 'aria-label': translate('bookings.choose', { name: bookingName(booking) }) },
                    }}
                  />
                </TableCell>
              )}
              {columns.map(([title, cell, sx = {}]) => (
                <TableCell key={title} sx={{ maxWidth: 260, overflowWrap: 'anywhere', ...sx }}>
                  {cell(booking)}
                </TableCell>
              ))}
              {mayWrite && (
                <TableCell align="right">
                  <BookingActions booking={booking} />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
