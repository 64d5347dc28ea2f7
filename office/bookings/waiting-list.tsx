// The waiting list of a date in its order: moved by buttons, moved up by hand or by itself.
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import { Box, Button, IconButton, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../shell/app/format.ts'
import { BookingActions } from './booking-actions.tsx'
import { type Booking, personName } from './booking-queries.ts'
import { useNotifiedBookingAction } from './use-booking-action.ts'

interface Props {
  dateId: number
  waitlisted: readonly Booking[]
  freeSeats: number
  mayWrite: boolean
}

export function WaitingList({ dateId, waitlisted, freeSeats, mayWrite }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const runAction = useNotifiedBookingAction()

  const moveTo = (from: number, to: number): void => {
    const ids = waitlisted.map(({ id }) => id)
    const [one] = ids.splice(from, 1)
    ids.splice(to, 0, one ?? 0)
    void runAction('POST', `/dates/${dateId}/waiting-list/order`, { ids }, ids.length)
  }

  return (
    <Box
      component="ol"
      sx={{ listStyle: 'none', p: 0, m: 0 }}
      aria-label={translate('participations.waitingList')}
    >
      {waitlisted.map((one, index) => {
        const name = personName(one)
        return (
          <Stack
            component="li"
            key={one.id}
            direction="row"
            spacing={1.5}
            sx={{ alignItems: 'center', py: 0.5, borderBottom: 1, borderColor: 'divider' }}
          >
            <Typography sx={{ minWidth: 28, textAlign: 'right', fontWeight: 600 }}>{one.rank}.</Typography>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Link component={RouterLink} to={`/contacts/${one.contactId}`}>
                {name}
              </Link>
              <Typography variant="body2" color="text.secondary">
                {[
                  one.company,
                  translate('participations.since', { moment: format.dateTime(one.waitingSince) }),
                  one.comment,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Box>
            {mayWrite && (
              <>
                <IconButton
                  size="small"
                  disabled={index === 0}
                  aria-label={translate('participations.earlier', { name })}
                  onClick={() => moveTo(index, index - 1)}
                >
                  <UpIcon fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  disabled={index === waitlisted.length - 1}
                  aria-label={translate('participations.later', { name })}
                  onClick={() => moveTo(index, index + 1)}
                >
                  <DownIcon fontSize="small" />
                </IconButton>
                <Button
                  size="small"
                  disabled={freeSeats === 0}
                  aria-label={translate('participations.moveUpFor', { name })}
                  onClick={() =>
                    runAction(
                      'PATCH',
                      `/participations/${one.id}`,
                      { version: one.version, status: 'booked' },
                      1,
                    )
                  }
                >
                  {translate('participations.moveUp')}
                </Button>
                <BookingActions booking={one} />
              </>
            )}
          </Stack>
        )
      })}
    </Box>
  )
}
