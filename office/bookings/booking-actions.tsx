// What can be done with one booking: another status, another date, its page.
import MoreIcon from '@mui/icons-material/MoreVert'
import { Divider, IconButton, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Confirm } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { type Booking, personName, useStatuses, useStatusName } from './booking-queries.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useNotifiedBookingAction } from './use-booking-action.ts'

export function BookingActions({ booking }: { booking: Booking }) {
  const translate = useTranslate()
  const statusName = useStatusName()
  const statuses = useStatuses()
  const navigate = useNavigate()
  const runAction = useNotifiedBookingAction()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isMoveOpen, setMoveOpen] = useState(false)
  const [isCancelOpen, setCancelOpen] = useState(false)
  const name = personName(booking)

  const close = (): void => setAnchor(null)
  const setBookingStatus = (status: string): Promise<boolean> =>
    runAction('PATCH', `/participations/${booking.id}`, { version: booking.version, status }, 1)
  const chooseStatus = (status: string): void => {
    close()
    if (status === 'cancelled') setCancelOpen(true)
    else void setBookingStatus(status)
  }

  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('participations.actionsFor', { name })}
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
          {translate('participations.moveAction')}
        </MenuItem>
        <MenuItem onClick={() => navigate(`/participations/${booking.id}`)}>
          {translate('participations.open')}
        </MenuItem>
        <Divider />
        <ListSubheader sx={{ lineHeight: 2.2 }}>{translate('participations.setStatus')}</ListSubheader>
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
        title={translate('participations.cancelTitle', { name })}
        content={translate(
          booking.moduleDateIds.length > 0 ? 'participations.cancelSeriesText' : 'participations.cancelText',
        )}
        confirm={translate('participations.cancelConfirm')}
        cancel={translate('participations.keep')}
        onConfirm={async () => {
          setCancelOpen(false)
          await setBookingStatus('cancelled')
        }}
        onClose={() => setCancelOpen(false)}
      />
    </>
  )
}
