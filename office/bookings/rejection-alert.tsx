// Why a booking was rejected, and the waiting list as an alternative.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../shell/api/api.ts'

interface Props {
  error: ApiError | undefined
  /** How many seats are needed. */
  requestedCount: number
  /** Sends the request again; participants without a free seat go on the waiting list. */
  onWaitlist: () => void
}

export function RejectionAlert({ error, requestedCount, onWaitlist }: Props) {
  const translate = useTranslate()
  const hasWaitingList = error?.code === 'bookings.fullWithWaitingList'
  const isFull = hasWaitingList || error?.code === 'bookings.full'
  const fits = isFull ? Math.min(Number(error.params['freeSeats']), requestedCount) : 0
  const alertRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) alertRef.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div role="alert" ref={alertRef}>
      {error && (
        <Alert
          severity={isFull ? 'warning' : 'error'}
          action={
            hasWaitingList && (
              <Button color="inherit" onClick={onWaitlist}>
                {fits > 0
                  ? translate('bookings.full.both', { fits, rest: requestedCount - fits })
                  : translate('bookings.full.waitlist', { smart_count: requestedCount })}
              </Button>
            )
          }
        >
          {error.message}
        </Alert>
      )}
    </div>
  )
}
