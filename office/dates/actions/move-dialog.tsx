// Postponing a date: to another day, or to one that is not known yet.
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormat } from '../../shell/app/format.ts'
import { DateInputField } from '../../shell/form/date-time-field.tsx'
import { addDays, daysBetween } from '../days.ts'
import { HolidayHint } from '../holidays.tsx'
import { BookingCounts } from './booking-counts.tsx'
import { useDateUpdate } from './use-date-action.ts'

export interface MovedDate {
  id: number
  version: number
  startDate: string
  endDate: string
  bookedCount: number
  reservedCount: number
  waitlistedCount: number
}

interface Props {
  date: MovedDate
  /** The day that was already chosen, by dragging. */
  to?: string
  close: () => void
  done: () => void
}

export function MoveDialog({ date, to, close, done }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const notify = useNotify()
  const updateDate = useDateUpdate()
  const [day, setDay] = useState(to ?? date.startDate)
  const [isDayOpen, setDayOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const { startDate: start, endDate: end } = date
  const length = start && end ? daysBetween(start, end) : 0

  const move = async (): Promise<void> => {
    setBusy(true)
    const answer = isDayOpen
      ? await updateDate(date, { status: 'postponed' })
      : await updateDate(date, { startDate: day }, '/move')
    setBusy(false)
    close()
    if (answer) notify('dates.move.done')
    done()
  }

  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="move-title">
      <DialogTitle id="move-title">{translate('dates.move.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('dates.move.text')}</DialogContentText>
        <DialogContentText sx={{ my: 1 }}>
          {translate('dates.move.from')}:{' '}
          {format.span(date.startDate, date.endDate) || translate('dates.noDay')}
        </DialogContentText>
        <BookingCounts date={date} />
        <DateInputField
          label={translate('dates.move.to')}
          value={day}
          disabled={isDayOpen}
          autoFocus
          onChange={setDay}
        />
        {!isDayOpen && <HolidayHint from={day} to={day && addDays(day, length)} />}
        {to === undefined && (
          <FormControlLabel
            control={<Checkbox checked={isDayOpen} onChange={(event) => setDayOpen(event.target.checked)} />}
            label={translate('dates.move.later')}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={move} loading={busy} disabled={!isDayOpen && day === ''}>
          {translate('dates.move.action')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
