// Why a booking was rejected, and the waiting list as an alternative.
import { Alert, Button, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../shell/api/api.ts'

interface Props {
  error: ApiError | undefined
  /** How many seats are needed. */
  requestedCount: number
  /** Sends the request again; participants without a free seat go on the waiting list. */
  onWaitlist?: () => void
  /** Switches the waiting list of the date on, and sends the request again. */
  onSwitchWaitingListOn?: () => void
  /** Books as many as there are free seats. */
  onBookFitting?: (count: number) => void
}

export function RejectionAlert({
  error,
  requestedCount,
  onWaitlist,
  onSwitchWaitingListOn,
  onBookFitting,
}: Props) {
  const translate = useTranslate()
  const hasWaitingList = error?.code === 'bookings.fullWithWaitingList'
  const isFull = hasWaitingList || error?.code === 'bookings.full'
  const fits = isFull ? Math.min(Number(error.params['freeSeats']), requestedCount) : 0
  const alertRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!error) return
    alertRef.current?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed is disabled, and has lost the focus.
    alertRef.current?.focus({ preventScroll: true })
  }, [error])
  return (
    <div role="alert" ref={alertRef} tabIndex={-1} style={{ outline: 0 }}>
      {error && (
        <Alert severity={isFull ? 'warning' : 'error'}>
          {error.message}
          {isFull && (
            <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 0.5, flexWrap: 'wrap' }}>
              {hasWaitingList && onWaitlist && (
                <Button color="inherit" variant="outlined" size="small" onClick={onWaitlist}>
                  {fits > 0
                    ? translate('bookings.full.both', { fits, rest: requestedCount - fits })
                    : translate('bookings.full.waitlist', { smart_count: requestedCount })}
                </Button>
              )}
              {!hasWaitingList && onSwitchWaitingListOn && (
                <Button color="inherit" variant="outlined" size="small" onClick={onSwitchWaitingListOn}>
                  {fits > 0
                    ? translate('bookings.full.switchOnBoth', { fits, rest: requestedCount - fits })
                    : translate('bookings.full.switchOn')}
                </Button>
              )}
              {fits > 0 && onBookFitting && (
                <Button color="inherit" variant="outlined" size="small" onClick={() => onBookFitting(fits)}>
                  {translate('bookings.full.fitting', { smart_count: fits })}
                </Button>
              )}
            </Stack>
          )}
        </Alert>
      )}
    </div>
  )
}
