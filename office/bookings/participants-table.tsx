// A table of bookings that can be selected.
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
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../shell/app/format.ts'
import { HiddenText } from '../shell/list/visually-hidden.tsx'
import { BookingActions } from './booking-actions.tsx'
import { type Booking, personName } from './booking-queries.ts'
import { StatusChip } from './status-chip.tsx'

interface Props {
  bookings: readonly Booking[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  mayWrite: boolean
  label: string
}

export function ParticipantsTable({ bookings, chosen, onChoose, mayWrite, label }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const chosenCount = bookings.filter(({ id }) => chosen.has(id)).length
  const setChosen = (ids: readonly number[], isChosen: boolean): void => {
    const next = new Set(chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    onChoose(next)
  }
  return (
    <TableContainer>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {mayWrite && (
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
            <TableCell>{translate('bookings.name')}</TableCell>
            <TableCell>{translate('bookings.company')}</TableCell>
            <TableCell>{translate('bookings.contactDetails')}</TableCell>
            <TableCell>{translate('bookings.statusLabel')}</TableCell>
            <TableCell>{translate('bookings.comment')}</TableCell>
            <TableCell>{translate('bookings.bookedOn')}</TableCell>
            {mayWrite && (
              <TableCell>
                <HiddenText>{translate('bookings.actions')}</HiddenText>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {bookings.map((one) => (
            <TableRow key={one.id} hover>
              {mayWrite && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={chosen.has(one.id)}
                    onChange={(_event, on) => setChosen([one.id], on)}
                    slotProps={{
                      input: { 'aria-label': translate('bookings.choose', { name: personName(one) }) },
                    }}
                  />
                </TableCell>
              )}
              <TableCell>
                <Link component={RouterLink} to={`/contacts/${one.contactId}`}>
                  {personName(one)}
                </Link>
              </TableCell>
              <TableCell>{one.companyName}</TableCell>
              <TableCell>
                {one.email}
                {one.email && one.phone && <br />}
                {one.phone}
              </TableCell>
              <TableCell>
                <StatusChip status={one.status} countsAs={one.countsAs} />
              </TableCell>
              <TableCell sx={{ maxWidth: 260, overflowWrap: 'anywhere' }}>
                {one.seriesTitle && translate('bookings.partOf', { name: one.seriesTitle })}
                {one.seriesTitle && one.comment && <br />}
                {one.comment}
              </TableCell>
              <TableCell>{format.dateTime(one.createdAt)}</TableCell>
              {mayWrite && (
                <TableCell align="right">
                  <BookingActions booking={one} />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
