// The waiting list of a date: how it is promoted, reorder, promote.
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import {
  Box,
  Button,
  FormControlLabel,
  IconButton,
  Link,
  MenuItem,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { useFormat } from '../shell/language/format.ts'
import { plainElements } from '../shell/list/plain-rows.tsx'
import { MenuButton, useBookingMenu } from './booking-actions.tsx'
import {
  type Booking,
  type DateSeats,
  participantPath,
  useBookingName,
  useInvalidateBookings,
} from './booking-queries.ts'
import { StatusDialog } from './dialogs/status-dialog.tsx'
import { useBookingAction } from './use-booking-action.ts'

/** In hours; 0: at once. */
const offerChoices = [0, 12, 24, 48, 72, 168]

interface RuleProps {
  seats: DateSeats
  mayWrite: boolean
}

interface RuleSwitchProps {
  label: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

const RuleSwitch = ({ label, onChange, ...state }: RuleSwitchProps) => (
  <FormControlLabel
    control={<Switch {...state} onChange={(_event, checked) => onChange(checked)} />}
    label={label}
  />
)

/** Whether waiting people are promoted by themselves, orders as a whole, and whether they have to accept the seat first. */
export function WaitingListRule({
  seats: { id: dateId, autoPromote, keepsGroups, offerHours },
  mayWrite,
}: RuleProps) {
  const translate = useTranslate()
  const { run: change } = useAction(
    (body: { autoPromote: boolean } | { keepsGroups: boolean } | { offerHours: number }) =>
      api('PATCH', '/dates/{dateId}/seats', { params: { dateId }, body }),
    { onSuccess: useInvalidateBookings() },
  )
  const choices = [...new Set([...offerChoices, offerHours])].toSorted((a, b) => a - b)
  return (
    <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
      <RuleSwitch
        label={translate('bookings.autoPromote')}
        checked={autoPromote}
        disabled={!mayWrite}
        onChange={(checked) => change({ autoPromote: checked })}
      />
      <RuleSwitch
        label={translate('bookings.keepsGroups')}
        checked={keepsGroups}
        disabled={!mayWrite}
        onChange={(checked) => change({ keepsGroups: checked })}
      />
      <TextField
        select
        size="small"
        fullWidth={false}
        sx={{ minWidth: 220 }}
        label={translate('bookings.offer.label')}
        value={offerHours}
        disabled={!mayWrite}
        onChange={({ target }) => change({ offerHours: Number(target.value) })}
      >
        {choices.map((hours) => (
          <MenuItem key={hours} value={hours}>
            {hours === 0
              ? translate('bookings.offer.atOnce')
              : translate('bookings.offer.hours', { smart_count: hours })}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  )
}

interface MoveProps {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
}

function MoveButtons({ name, index, count, onMove }: MoveProps) {
  const translate = useTranslate()
  return (
    <>
      <IconButton
        size="small"
        disabled={index === 0}
        aria-label={translate('bookings.earlier', { name })}
        onClick={() => onMove(index - 1)}
      >
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        disabled={index === count - 1}
        aria-label={translate('bookings.later', { name })}
        onClick={() => onMove(index + 1)}
      >
        <DownIcon fontSize="small" />
      </IconButton>
    </>
  )
}

interface Props {
  dateId: number
  waitlisted: readonly Booking[]
  freeSeats: number
  mayWrite: boolean
}

export function WaitingList({ dateId, waitlisted, freeSeats, mayWrite }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const bookingName = useBookingName()
  const { open, menu } = useBookingMenu()
  const { run: reorder } = useBookingAction(
    (bookingIds: number[]) =>
      api('POST', '/dates/{dateId}/waiting-list/order', { params: { dateId }, body: { bookingIds } }),
    { requestedCount: (bookingIds) => bookingIds.length },
  )
  const [promoted, setPromoted] = useState<Booking>()

  const moveTo = (from: number, to: number): void => {
    const ids = waitlisted.map(({ id }) => id)
    const [one] = ids.splice(from, 1)
    ids.splice(to, 0, one ?? 0)
    void reorder(ids)
  }

  return (
    <Box
      component="ol"
      sx={[plainElements, { listStyle: 'none', p: 0, m: 0 }]}
      aria-label={translate('bookings.waitingList')}
    >
      {waitlisted.map((one, index) => {
        const name = bookingName(one)
        return (
          <Stack
            component="li"
            key={one.id}
            direction="row"
            spacing={1}
            useFlexGap
            sx={{
              alignItems: 'center',
              flexWrap: 'wrap',
              justifyContent: 'flex-end',
              py: 0.5,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Typography sx={{ minWidth: 28, textAlign: 'right', fontWeight: 600 }}>
              {one.waitingListRank}.
            </Typography>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <Link component={RouterLink} to={participantPath(one)}>
                {name}
              </Link>
              <Typography variant="body2" color="text.secondary">
                {[
                  one.companyName,
                  translate('bookings.since', { moment: format.dateTime(one.waitingSince) }),
                  one.comment,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Box>
            {mayWrite && (
              <>
                <MoveButtons
                  name={name}
                  index={index}
                  count={waitlisted.length}
                  onMove={(to) => moveTo(index, to)}
                />
                <Button
                  size="small"
                  disabled={freeSeats === 0}
                  aria-label={translate('bookings.promoteFor', { name })}
                  onClick={() => setPromoted(one)}
                >
                  {translate('bookings.promote')}
                </Button>
                <MenuButton booking={one} label={translate('bookings.actionsFor', { name })} open={open} />
              </>
            )}
          </Stack>
        )
      })}
      {menu}
      {promoted && (
        <StatusDialog
          ids={[promoted.id]}
          status="booked"
          name={bookingName(promoted)}
          onClose={() => setPromoted(undefined)}
        />
      )}
    </Box>
  )
}
