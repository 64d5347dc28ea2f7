// The menu of a booking: status, move, open.
import MoreIcon from '@mui/icons-material/MoreVert'
import { Divider, IconButton, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Confirm } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import { type Booking, personName, useStatuses, useStatusName } from './booking-queries.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useBookingAction } from './use-booking-action.ts'

export function BookingActions({ booking }: { booking: Booking }) {
  const translate = useTranslate()
  const statusName = useStatusName()
  const statuses = useStatuses()
  const navigate = useNavigate()
  const { run: setBookingStatus } = useBookingAction((status: string) =>
    api('PATCH', '/bookings/{bookingId}', {
      params: { bookingId: booking.id },
      body: { version: booking.version, status },
    }),
  )
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isMoveOpen, setMoveOpen] = useState(false)
  const [isCancelOpen, setCancelOpen] = useState(false)
  const name = personName(booking)

  const close = (): void => setAnchor(null)
  const chooseStatus = (status: string): void => {
    close()
    if (status === 'cancelled') setCancelOpen(true)
    else void setBookingStatus(status)
  }

  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('bookings.actionsFor', { name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        <MenuItem
          onClick={() => {
            close()
            setMoveOpen(true)
          }}
        >
          {translate('bookings.moveAction')}
        </MenuItem>
        <MenuItem onClick={() => navigate(`/bookings/${booking.id}`)}>{translate('bookings.open')}</MenuItem>
        <Divider />
        <ListSubheader sx={{ lineHeight: 2.2 }}>{translate('bookings.setStatus')}</ListSubheader>
        {statuses
          .filter(({ id }) => id !== booking.status)
          .map(({ id }) => (
            <MenuItem key={id} onClick={() => chooseStatus(id)}>
              {statusName(id)}
            </MenuItem>
          ))}
      </Menu>
      {isMoveOpen && <MoveDialog booking={booking} onClose={() => setMoveOpen(false)} />}
      <Confirm
        isOpen={isCancelOpen}
        title={translate('bookings.cancelTitle', { name })}
        content={translate(
          booking.moduleDateIds.length > 0 ? 'bookings.cancelSeriesText' : 'bookings.cancelText',
        )}
        confirm={translate('bookings.cancelConfirm')}
        cancel={translate('bookings.keep')}
        onConfirm={async () => {
          setCancelOpen(false)
          await setBookingStatus('cancelled')
        }}
        onClose={() => setCancelOpen(false)}
      />
    </>
  )
}
