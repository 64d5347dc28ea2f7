// Why nobody was booked, and what can be done instead.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { Refusal } from './use-booking-action.ts'

interface Props {
  refusal: Refusal | undefined
  /** How many places are asked for. */
  asked: number
  /** Tries again; who finds no place goes on the waiting list. */
  onWaitlist: () => void
}

export function RefusalAlert({ refusal, asked, onWaitlist }: Props) {
  const translate = useTranslate()
  const full = refusal?.full
  const fits = full ? Math.min(full.free, asked) : 0
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) place.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <div role="alert" ref={place}>
      {refusal && (
        <Alert
          severity={full ? 'warning' : 'error'}
          action={
            full?.hasWaitingList && (
              <Button color="inherit" onClick={onWaitlist}>
                {fits > 0
                  ? translate('participations.full.both', { fits, rest: asked - fits })
                  : translate('participations.full.wait', { smart_count: asked })}
              </Button>
            )
          }
        >
          {translate(refusal.message, { _: refusal.message })}
          {full && !full.hasWaitingList && ` ${translate('participations.full.noList')}`}
        </Alert>
      )}
    </div>
  )
}
