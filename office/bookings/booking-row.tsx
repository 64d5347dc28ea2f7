// A row of a table of bookings.
import { memo, type ReactNode } from 'react'
import { MenuButton, type OpenBookingMenu } from './booking-actions.tsx'
import type { Booking } from './booking-queries.ts'

/** A column: the key of its title, the content of its cells, a class of `plainRows`. */
export type BookingColumn = readonly [
  title: string,
  cell: (booking: Booking) => ReactNode,
  className?: string,
]

interface Props {
  booking: Booking
  columns: readonly BookingColumn[]
  /** Of its check box; undefined: rows cannot be chosen. */
  chooseLabel: string | undefined
  isChosen: boolean
  onChoose: (id: number, isChosen: boolean) => void
  /** Of its menu; undefined: the user may not change bookings. */
  menuLabel: string | undefined
  openMenu: OpenBookingMenu
}

/** Rendered again only if its own booking has changed. */
export const BookingRow = memo(function BookingRow({
  booking,
  columns,
  chooseLabel,
  isChosen,
  onChoose,
  menuLabel,
  openMenu,
}: Props) {
  return (
    <tr>
      {chooseLabel !== undefined && (
        <td className="checkbox">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(event) => onChoose(booking.id, event.target.checked)}
            aria-label={chooseLabel}
          />
        </td>
      )}
      {columns.map(([title, cell, className]) => (
        <td key={title} className={className}>
          {cell(booking)}
        </td>
      ))}
      {menuLabel !== undefined && (
        <td className="menu">
          <MenuButton booking={booking} label={menuLabel} open={openMenu} />
        </td>
      )}
    </tr>
  )
})
