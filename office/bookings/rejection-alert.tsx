// Why nobody was booked, and what can be done instead.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { Rejection } from './use-booking-action.ts'

interface Props {
  rejection: Rejection | undefined
  /** How many places are asked for. */
  requestedCount: number
  /** Tries again; who finds no place goes on the waiting list. */
  onWaitlist: () => void
}

export function RejectionAlert({ rejection, requestedCount, onWaitlist }: Props) {
  const translate = useTranslate()
  const full = rejection?.full
  const fits = full ? Math.min(full.freeSeats, requestedCount) : 0
  const alertRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (rejection) alertRef.current?.scrollIntoView({ block: 'nearest' })
  }, [rejection])
  return (
    <div role="alert" ref={alertRef}>
      {rejection && (
        <Alert
          severity={full ? 'warning' : 'error'}
          action={
            full?.hasWaitingList && (
              <Button color="inherit" onClick={onWaitlist}>
                {fits > 0
                  ? translate('participations.full.both', { fits, rest: requestedCount - fits })
                  : translate('participations.full.wait', { smart_count: requestedCount })}
              </Button>
            )
          }
        >
          {translate(rejection.message, { _: rejection.message })}
          {full && !full.hasWaitingList && ` ${translate('participations.full.noList')}`}
        </Alert>
      )}
    </div>
  )
}
