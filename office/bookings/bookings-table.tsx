// A table of bookings: of a date with a column for the person, or of a contact with a column for the date.
import {
  Checkbox,
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../shell/app/format.ts'
import { HiddenText } from '../shell/list/visually-hidden.tsx'
import { BookingActions } from './booking-actions.tsx'
import { type Booking, personName } from './booking-queries.ts'
import { StatusChip } from './status-chip.tsx'

type Column = [title: string, cell: (booking: Booking) => ReactNode]

interface Props {
  bookings: readonly Booking[]
  of: 'contact' | 'date'
  mayWrite: boolean
  label: string
  selection?: { chosen: ReadonlySet<number>; onChoose: (chosen: ReadonlySet<number>) => void }
}

export function BookingsTable({ bookings, of, mayWrite, label, selection }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const chosen = selection?.chosen ?? new Set()
  const chosenCount = bookings.filter(({ id }) => chosen.has(id)).length
  const setChosen = (ids: readonly number[], isChosen: boolean): void => {
    const next = new Set(selection?.chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    selection?.onChoose(next)
  }
  const dateColumns: Column[] = [
    ['bookings.dateColumn', ({ startDate, endDate }) => format.span(startDate, endDate)],
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
    [
      'bookings.name',
      (booking) => (
        <Link component={RouterLink} to={`/contacts/${booking.contactId}`}>
          {personName(booking)}
        </Link>
      ),
    ],
    ['bookings.company', ({ companyName }) => companyName],
    [
      'bookings.contactDetails',
      ({ email, phone }) => (
        <>
          {email}
          {email && phone && <br />}
          {phone}
        </>
      ),
    ],
  ]
  const columns: Column[] = [
    ...(of === 'contact' ? dateColumns : personColumns),
    ['bookings.statusLabel', (booking) => <StatusChip {...booking} />],
    [
      'bookings.comment',
      ({ seriesTitle, comment }) => (
        <>
          {seriesTitle && translate('bookings.partOf', { name: seriesTitle })}
          {seriesTitle && comment && <br />}
          {comment}
        </>
      ),
    ],
  ]
  if (of === 'date') columns.push(['bookings.bookedOn', ({ createdAt }) => format.dateTime(createdAt)])
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
            {columns.map(([title]) => (
              <TableCell key={title}>{translate(title)}</TableCell>
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
                      input: { 'aria-label': translate('bookings.choose', { name: personName(booking) }) },
                    }}
                  />
                </TableCell>
              )}
              {columns.map(([title, cell]) => (
                <TableCell key={title} sx={{ maxWidth: 260, overflowWrap: 'anywhere' }}>
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
