// What can be done with one booking: another status, another date, its page.
import MoreIcon from '@mui/icons-material/MoreVert'
import { Divider, IconButton, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Confirm } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { type Booking, personName, useStatuses, useStatusName } from './booking-queries.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useToldDeed } from './use-booking-action.ts'

export function BookingActions({ booking }: { booking: Booking }) {
  const translate = useTranslate()
  const statusName = useStatusName()
  const statuses = useStatuses()
  const navigate = useNavigate()
  const tell = useToldDeed()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [moves, setMoves] = useState(false)
  const [cancels, setCancels] = useState(false)
  const name = personName(booking)

  const close = (): void => setAnchor(null)
  const set = (status: string): Promise<boolean> =>
    tell('PATCH', `/participations/${booking.id}`, { version: booking.version, status }, 1)
  const choose = (status: string): void => {
    close()
    if (status === 'cancelled') setCancels(true)
    else void set(status)
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
            setMoves(true)
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
            <MenuItem key={id} onClick={() => choose(id)}>
              {statusName(id)}
            </MenuItem>
          ))}
      </Menu>
      {moves && <MoveDialog booking={booking} onClose={() => setMoves(false)} />}
      <Confirm
        isOpen={cancels}
        title={translate('participations.cancelTitle', { name })}
        content={translate(
          booking.moduleDateIds.length > 0 ? 'participations.cancelSeriesText' : 'participations.cancelText',
        )}
        confirm={translate('participations.cancelConfirm')}
        cancel={translate('participations.keep')}
        onConfirm={async () => {
          setCancels(false)
          await set('cancelled')
        }}
        onClose={() => setCancels(false)}
      />
    </>
  )
}
