// The menu of a booking: status, move, open.
import { Divider, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isCancelled } from '../../server/bookings/booking-statuses.ts'
import { api } from '../shell/api/api.ts'
import { PlainIcon } from '../shell/list/plain-rows.tsx'
import { type Booking, useBookingName, useStatuses, useStatusName } from './booking-queries.ts'
import { CancelDialog } from './dialogs/cancel-dialog.tsx'
import { MoveDialog } from './dialogs/move-dialog.tsx'
import { ParticipantDialog } from './dialogs/participant-dialog.tsx'
import { StatusDialog } from './dialogs/status-dialog.tsx'
import { useBookingAction } from './use-booking-action.ts'

/** MUI's icon MoreVert. */
const dots =
  'M12 8c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2'

export type OpenBookingMenu = (booking: Booking, button: HTMLElement) => void

/** Opens the menu of a booking; among plain elements. */
export const MenuButton = ({
  booking,
  label,
  open,
}: {
  booking: Booking
  label: string
  open: OpenBookingMenu
}) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    aria-haspopup="menu"
    onClick={(event) => open(booking, event.currentTarget)}
  >
    <PlainIcon path={dots} />
  </button>
)

/** The menu of the bookings of a list: one for all of them, because there may be hundreds. */
export function useBookingMenu(): { open: OpenBookingMenu; menu: ReactNode } {
  const [shown, setShown] = useState<{ booking: Booking; button: HTMLElement }>()
  const open = useCallback((booking: Booking, button: HTMLElement) => setShown({ booking, button }), [])
  return {
    open,
    menu: shown && <BookingMenu key={shown.booking.id} {...shown} onClose={() => setShown(undefined)} />,
  }
}

interface Props {
  booking: Booking
  button: HTMLElement
  onClose: () => void
}

function BookingMenu({ booking, button, onClose }: Props) {
  const translate = useTranslate()
  const statusName = useStatusName()
  const statuses = useStatuses()
  const bookingName = useBookingName()
  const navigate = useNavigate()
  const { run: setBookingStatus } = useBookingAction((status: string) =>
    api('PATCH', '/bookings/{bookingId}', {
      params: { bookingId: booking.id },
      body: { version: booking.version, status },
    }),
  )
  const [dialog, setDialog] = useState<'move' | 'cancel' | 'participant'>()
  const [newStatus, setNewStatus] = useState<string>()
  const countsAs = (status: string) => statuses.find(({ id }) => id === status)?.countsAs
  const chooseStatus = (status: string): void => {
    if (isCancelled({ status })) setDialog('cancel')
    // Only a change that concerns the seat is told.
    else if (countsAs(status) !== booking.countsAs) setNewStatus(status)
    else {
      onClose()
      void setBookingStatus(status)
    }
  }
  if (dialog === 'move') return <MoveDialog booking={booking} onClose={onClose} />
  if (dialog === 'cancel') return <CancelDialog booking={booking} onClose={onClose} />
  if (dialog === 'participant') return <ParticipantDialog booking={booking} onClose={onClose} />
  if (newStatus !== undefined)
    return (
      <StatusDialog ids={[booking.id]} status={newStatus} name={bookingName(booking)} onClose={onClose} />
    )
  return (
    <Menu
      open
      anchorEl={button}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': translate('bookings.actionsFor', { name: bookingName(booking) }) } }}
    >
      <MenuItem onClick={() => setDialog('participant')}>
        {translate(booking.contactId > 0 ? 'bookings.replaceAction' : 'bookings.nameAction')}
      </MenuItem>
      <MenuItem onClick={() => setDialog('move')}>{translate('bookings.moveAction')}</MenuItem>
      <MenuItem onClick={() => navigate(`/bookings/${booking.id}`)}>{translate('bookings.open')}</MenuItem>
      {booking.orderId > 0 && (
        <MenuItem onClick={() => navigate(`/orders/${booking.orderId}`)}>
          {translate('bookings.openOrder')}
        </MenuItem>
      )}
      <Divider />
      <ListSubheader role="presentation" sx={{ lineHeight: 2.2 }}>
        {translate('bookings.setStatus')}
      </ListSubheader>
      {statuses
        .filter(({ id }) => id !== booking.status)
        .map(({ id }) => (
          <MenuItem key={id} onClick={() => chooseStatus(id)}>
            {statusName(id)}
          </MenuItem>
        ))}
    </Menu>
  )
}
