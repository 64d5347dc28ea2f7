// The page of a booking: contact and date, status and remark, history.
import { Box, Card, CardContent, Link, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button, SaveButton, SelectInput, TextInput, Toolbar } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { EditPage } from '../shell/form/edit-page.tsx'
import { ClearUnregisteredErrors, RecordForm } from '../shell/form/record-form.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import {
  type Booking,
  personName,
  useInvalidateBookings,
  useStatuses,
  useStatusName,
} from './booking-queries.ts'
import { MoveDialog } from './move-dialog.tsx'

function StatusInput() {
  const name = useStatusName()
  const choices = useStatuses().map(({ id }) => ({ id, name: name(id) }))
  return <SelectInput source="status" choices={choices} translateChoice={false} isRequired validate={[]} />
}

function BookingFacts() {
  const translate = useTranslate()
  const format = useFormat()
  const booking = useRecordContext<Booking>()
  if (!booking) return null
  return (
    <Stack spacing={0.5} sx={{ mb: 2 }}>
      <Typography variant="h6" component="h2">
        <Link component={RouterLink} to={`/contacts/${booking.contactId}`}>
          {personName(booking)}
        </Link>
      </Typography>
      <Typography color="text.secondary">
        {[booking.companyName, booking.email, booking.phone].filter(Boolean).join(' · ')}
      </Typography>
      <Typography>
        <Link component={RouterLink} underline="always" to={`/dates/${booking.dateId}`}>
          {booking.dateTitle}
        </Link>
        {` · ${format.span(booking.startDate, booking.endDate)}`}
      </Typography>
      {booking.seriesBookingId > 0 && (
        <Typography variant="body2">
          <Link component={RouterLink} to={`/bookings/${booking.seriesBookingId}`}>
            {translate('bookings.partOf', { name: booking.seriesTitle })}
          </Link>
        </Typography>
      )}
      <Typography variant="body2" color="text.secondary">
        {translate('bookings.bookedAt', { moment: format.dateTime(booking.createdAt) })}
        {booking.waitingListRank > 0 && ` · ${translate('bookings.rank', { rank: booking.waitingListRank })}`}
      </Typography>
    </Stack>
  )
}

function MoveButton() {
  const booking = useRecordContext<Booking>()
  const [isMoveOpen, setMoveOpen] = useState(false)
  if (!booking) return null
  return (
    <>
      <Button label="bookings.moveAction" onClick={() => setMoveOpen(true)} />
      {isMoveOpen && <MoveDialog booking={booking} onClose={() => setMoveOpen(false)} />}
    </>
  )
}

function BookingHistory() {
  const translate = useTranslate()
  const booking = useRecordContext<Booking>()
  if (!booking) return null
  return (
    <Card sx={{ mt: 2, width: '100%' }}>
      <CardContent>
        <Typography variant="h6" component="h2" gutterBottom>
          {translate('shell.changes.title')}
        </Typography>
        <ChangesPanel subject="booking" id={booking.id} />
      </CardContent>
    </Card>
  )
}

function Title() {
  const booking = useRecordContext<Booking>()
  return booking ? <span>{`${personName(booking)} · ${booking.dateTitle}`}</span> : null
}

export function BookingEdit() {
  const mayWrite = useHasRight('100100')
  const invalidateBookings = useInvalidateBookings()
  return (
    <EditPage title={<Title />} redirect={false} mutationOptions={{ onSettled: invalidateBookings }}>
      <RecordForm
        toolbar={
          mayWrite ? (
            <Toolbar>
              <ClearUnregisteredErrors />
              <SaveButton />
              <Box sx={{ flex: 1 }} />
              <MoveButton />
            </Toolbar>
          ) : (
            false
          )
        }
      >
        <BookingFacts />
        <StatusInput />
        <TextInput source="comment" multiline minRows={3} />
        <BookingHistory />
      </RecordForm>
    </EditPage>
  )
}
