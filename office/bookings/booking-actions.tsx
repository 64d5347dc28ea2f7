// The menu of a booking: status, move, open.
import MoreIcon from '@mui/icons-material/MoreVert'
import { Divider, IconButton, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import { type Booking, useBookingName, useStatuses, useStatusName } from './booking-queries.ts'
import { CancelDialog } from './dialogs/cancel-dialog.tsx'
import { MoveDialog } from './dialogs/move-dialog.tsx'
import { ParticipantDialog } from './dialogs/participant-dialog.tsx'
import { StatusDialog } from './dialogs/status-dialog.tsx'
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
  const [newStatus, setNewStatus] = useState<string>()
  const [openDialog, setOpenDialog] = useState<'move' | 'cancel' | 'participant'>()
  const name = useBookingName()(booking)

  const close = (): void => setAnchor(null)
  const countsAs = (status: string) => statuses.find(({ id }) => id === status)?.countsAs
  const chooseStatus = (status: string): void => {
    close()
    if (status === 'cancelled') setOpenDialog('cancel')
    // Only a change that concerns the seat is told.
    else if (countsAs(status) === booking.countsAs) void setBookingStatus(status)
    else setNewStatus(status)
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
            setOpenDialog('participant')
          }}
        >
          {translate(booking.contactId > 0 ? 'bookings.replaceAction' : 'bookings.nameAction')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            setOpenDialog('move')
          }}
        >
          {translate('bookings.moveAction')}
        </MenuItem>
        <MenuItem onClick={() => navigate(`/bookings/${booking.id}`)}>{translate('bookings.open')}</MenuItem>
        {booking.orderId > 0 && (
          <MenuItem onClick={() => navigate(`/orders/${booking.orderId}`)}>
            {translate('bookings.openOrder')}
          </MenuItem>
        )}
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
      {newStatus !== undefined && (
        <StatusDialog
          ids={[booking.id]}
          status={newStatus}
          name={name}
          onClose={() => setNewStatus(undefined)}
        />
      )}
      {openDialog === 'move' && <MoveDialog booking={booking} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'cancel' && <CancelDialog booking={booking} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'participant' && (
        <ParticipantDialog booking={booking} onClose={() => setOpenDialog(undefined)} />
      )}
    </>
  )
}
