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

const EventLink = ({ booking: { dateId, dateTitle } }: { booking: Booking }) => (
  <Link component={RouterLink} to={`/dates/${dateId}`}>
    {dateTitle}
  </Link>
)

/** The event of a booking, and when it takes place. */
function EventOnPhone({ booking }: { booking: Booking }) {
  const format = useFormat()
  return (
    <>
      <EventLink booking={booking} />
      <Typography variant="body2">{format.span(booking.startDate, booking.endDate)}</Typography>
      <BookedFor booking={booking} />
    </>
  )
}

const linksOf = ({ email, phone }: Booking) =>
  [
    { href: mailto(email), value: email, Icon: MailIcon, text: 'bookings.mailTo' },
    { href: telephone(phone), value: phone, Icon: PhoneIcon, text: 'bookings.call' },
  ].filter(({ value }) => value !== '')

const ContactDetails = ({ booking }: { booking: Booking }) =>
  linksOf(booking).map(({ href, value }) => (
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
  ))

/** Mail and call the participant. */
function ContactIcons({ booking }: { booking: Booking }) {
  const translate = useTranslate()
  const bookingName = useBookingName()
  return linksOf(booking).map(({ href, Icon, text }) => (
    <IconButton
      key={href}
      href={href}
      aria-label={translate(text, { name: bookingName(booking) })}
      color="primary"
    >
      <Icon fontSize="small" />
    </IconButton>
  ))
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
  const notesOf = (booking: Booking): string[] =>
    [
      booking.seriesTitle && translate('bookings.partOf', { name: booking.seriesTitle }),
      booking.comment,
      booking.dietaryNotes,
      booking.accessibilityNotes,
      booking.cancellationReason,
    ].filter((note) => note !== '')
  const priceOf = ({ status, finalPrice, cancellationFee, priceCurrency }: Booking): string => {
    const amount = status === 'cancelled' ? cancellationFee : finalPrice
    return amount === null ? '' : format.money(amount, priceCurrency || 'EUR')
  }
  const renderNotes = (booking: Booking) => notesOf(booking).map((note) => <div key={note}>{note}</div>)
  /** On a phone, one cell has what the others have on wider screens. */
  const renderPhoneCell = (booking: Booking) => (
    <Box sx={onlyOnPhone}>
      {of !== 'date' && <EventOnPhone booking={booking} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, my: 0.5 }}>
        <Status booking={booking} />
        {of === 'order' && <Typography variant="body2">{priceOf(booking)}</Typography>}
        {of !== 'contact' && <ContactIcons booking={booking} />}
      </Box>
      <Typography component="div" variant="body2" color="textSecondary">
        {renderNotes(booking)}
      </Typography>
    </Box>
  )
  const dateColumns: Column[] = [
    [
      'bookings.dateColumn',
      (booking) => (
        <>
          {format.span(booking.startDate, booking.endDate)}
          <BookedFor booking={booking} />
        </>
      ),
      hiddenOnPhone,
    ],
    [
      'bookings.event',
      (booking) =>
        of === 'contact' ? (
          <>
            <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
              <EventLink booking={booking} />
            </Box>
            {renderPhoneCell(booking)}
          </>
        ) : (
          <EventLink booking={booking} />
        ),
      of === 'contact' ? {} : hiddenOnPhone,
    ],
  ]
  const personColumns: Column[] = [
    [
      'bookings.name',
      (booking) => (
        <>
          <Person booking={booking} />
          {renderPhoneCell(booking)}
        </>
      ),
      { minWidth: 130 },
    ],
    ['bookings.contactDetails', (booking) => <ContactDetails booking={booking} />, hiddenOnPhone],
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
  const columns: Column[] = [
    ...(of === 'date' ? [] : dateColumns),
    ...(of === 'contact' ? [] : personColumns),
    ['bookings.statusLabel', (booking) => <Status booking={booking} />, hiddenOnPhone],
    ...(bookings.some((booking) => notesOf(booking).length > 0)
      ? [['bookings.comment', renderNotes, hiddenOnPhone] satisfies Column]
      : []),
    ...(of === 'date' ? [bookedOnColumn] : []),
    ...(of === 'order'
      ? [['bookings.price', priceOf, { ...hiddenOnPhone, ...tabular, whiteSpace: 'nowrap' }] satisfies Column]
      : []),
  ]
  return (
    <TableContainer>
      <Table size="small" aria-label={label} sx={{ '& th, & td': { px: 1 } }}>
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
