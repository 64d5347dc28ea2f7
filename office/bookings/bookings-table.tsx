// A table of bookings. A date can have hundreds: its rows are plain elements, and those that fill a screen come first.
import { Checkbox, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { type Dispatch, type SetStateAction, useCallback, useDeferredValue } from 'react'
import { plainRows, useOpenLinks } from '../shell/list/plain-rows.tsx'
import { HiddenText } from '../shell/list/visually-hidden.tsx'
import { tabular } from '../shell/theme/tokens.ts'
import { useBookingMenu } from './booking-actions.tsx'
import { type BookingsOf, useBookingColumns } from './booking-columns.tsx'
import { type Booking, useBookingName } from './booking-queries.ts'
import { BookingRow } from './booking-row.tsx'

interface Props {
  bookings: readonly Booking[]
  of: BookingsOf
  mayWrite: boolean
  label: string
  selection?: { chosen: ReadonlySet<number>; onChoose: Dispatch<SetStateAction<ReadonlySet<number>>> }
}

const firstRows = 50

const noneChosen: ReadonlySet<number> = new Set()
const ignoreChoice = () => {}

const styles = (theme: Theme) => ({
  ...plainRows(theme),
  '& tbody td': { maxWidth: 260, overflowWrap: 'anywhere' },
  '& td.person': { minWidth: 130 },
  '& td.line': { whiteSpace: 'nowrap' },
  '& td.number': tabular,
  // In sight also where the table is wider than its place.
  '& .menu': { textAlign: 'right', position: 'sticky', right: 0, backgroundColor: 'background.paper' },
  '& .cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .bounce': { color: theme.palette.error.main },
  '& .company': { maxWidth: { sm: 220 } },
  '& tbody a.detail': { display: 'block', maxWidth: 230, lineHeight: '24px', color: 'inherit' },
  '& .details': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, my: 0.5 },
})

export function BookingsTable({ bookings, of, mayWrite, label, selection }: Props) {
  const translate = useTranslate()
  const bookingName = useBookingName()
  const columns = useBookingColumns(of, bookings)
  const shown = useDeferredValue(bookings, bookings.slice(0, firstRows))
  const openLinks = useOpenLinks()
  const { open, menu } = useBookingMenu()
  const { chosen, onChoose } = selection ?? { chosen: noneChosen, onChoose: ignoreChoice }
  const chosenCount = bookings.filter(({ id }) => chosen.has(id)).length
  const setChosen = useCallback(
    (ids: readonly number[], isChosen: boolean) =>
      onChoose((before) => {
        const next = new Set(before)
        for (const id of ids) isChosen ? next.add(id) : next.delete(id)
        return next
      }),
    [onChoose],
  )
  const chooseOne = useCallback((id: number, isChosen: boolean) => setChosen([id], isChosen), [setChosen])
  return (
    <TableContainer>
      <Table size="small" aria-label={label} sx={styles} onClick={openLinks}>
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
              <TableCell className="menu">
                <HiddenText>{translate('bookings.actions')}</HiddenText>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((booking) => {
            const name = bookingName(booking)
            return (
              <BookingRow
                key={booking.id}
                booking={booking}
                columns={columns}
                chooseLabel={selection && translate('bookings.choose', { name })}
                isChosen={chosen.has(booking.id)}
                onChoose={chooseOne}
                menuLabel={mayWrite ? translate('bookings.actionsFor', { name }) : undefined}
                openMenu={open}
              />
            )
          })}
        </TableBody>
      </Table>
      {menu}
    </TableContainer>
  )
}
