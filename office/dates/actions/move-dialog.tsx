// Moves a date to another day, or postpones it without a new day.
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { BooleanInput, Form, required } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { ListedDate } from '../../catalogue/dates/event-date.ts'
import { type Messages, useMessagePanel } from '../../messages/message-panel.tsx'
import { useAction } from '../../shell/api/action.ts'
import { type ApiError, api } from '../../shell/api/api.ts'
import { DateInput } from '../../shell/form/date-time-inputs.tsx'
import { useFormat } from '../../shell/language/format.ts'
import { MovedDayHints } from '../day-hints.tsx'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { PlanningHints, useCheckedDays } from '../planning-hints.tsx'
import { BookingCounts } from './booking-counts.tsx'
import { moveDate, updateDate } from './save-date.ts'

interface Props {
  date: Pick<
    ListedDate,
    | 'id'
    | 'version'
    | 'title'
    | 'eventTitle'
    | 'startDate'
    | 'endDate'
    | 'bookedCount'
    | 'reservedCount'
    | 'waitlistedCount'
  > &
    Parameters<typeof MovedDayHints>[0]['date']
  /** The new start, if the user has chosen it by dragging. */
  to?: string
  close: () => void
}

interface MoveForm {
  startDate: string
  isDayOpen: boolean
}

interface StartProps extends Pick<Props, 'date' | 'to'> {
  /** The messages about the move. */
  onMessages: (messages: Messages) => void
}

function StartFields({ date, to, onMessages }: StartProps) {
  const { startDate, isDayOpen } = useWatch<MoveForm>()
  const { id, version } = date
  const params = { dateId: id }
  const isChosen = isDayOpen || (Boolean(startDate) && startDate !== date.startDate)
  const { panel, messages } = useMessagePanel(
    ['move-date', id, version, startDate, isDayOpen],
    isChosen
      ? () =>
          isDayOpen
            ? api('POST', '/dates/{dateId}/message-preview', {
                params,
                body: { version, status: 'postponed' },
              })
            : api('POST', '/dates/{dateId}/move/message-preview', {
                params,
                body: { version, startDate: startDate ?? '' },
              })
      : undefined,
  )
  const messagesJson = JSON.stringify(messages)
  useEffect(() => onMessages(JSON.parse(messagesJson)), [messagesJson, onMessages])
  const [checked] =
    useCheckedDays(startDate && !isDayOpen ? { dateId: date.id, dates: [{ startDate }] } : undefined) ?? []
  return (
    <>
      {!isDayOpen && (
        <>
          <DateInput source="startDate" label="dates.move.to" validate={required()} autoFocus />
          {startDate && <MovedDayHints date={date} start={startDate} />}
          <PlanningHints hints={checked?.hints} />
        </>
      )}
      {to === undefined && <BooleanInput source="isDayOpen" label="dates.move.later" helperText={false} />}
      {panel}
    </>
  )
}

export function MoveDialog({ date, to, close }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const notifyFieldErrors = useNotifyFieldErrors()
  const onError = (error: ApiError): boolean => {
    // The user has taken what is stored.
    if (error.isDecision) close()
    return notifyFieldErrors(error)
  }
  const [messages, setMessages] = useState<Messages>({})
  const { run, busy } = useAction(
    ({ startDate = '', isDayOpen = false }: Partial<MoveForm>) =>
      isDayOpen ? updateDate(date, { status: 'postponed', messages }) : moveDate(date, startDate, messages),
    { success: 'dates.move.done', refresh: 'page', onSuccess: close, onError },
  )
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="move-title">
      <Form
        onSubmit={(values: Partial<MoveForm>) => run(values)}
        defaultValues={{ startDate: to ?? date.startDate, isDayOpen: false }}
      >
        <DialogTitle id="move-title">{translate('dates.move.title')}</DialogTitle>
        <DialogContent>
          <DialogContentText>{translate('dates.move.text')}</DialogContentText>
          <DialogContentText sx={{ mt: 1 }}>
            {translate('dates.move.from')}: {date.title || date.eventTitle},{' '}
            {format.span(date.startDate, date.endDate) || translate('dates.noDay')}
          </DialogContentText>
          <BookingCounts date={date} change="move" />
          <Box sx={{ mt: 1 }}>
            <StartFields date={date} to={to} onMessages={setMessages} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {translate('dates.move.action')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
