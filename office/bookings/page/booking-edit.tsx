// The page of a booking: participant and date, order, price, notes, what it was before, change log.
import { Alert, Box, Card, CardContent, Link, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { SaveButton, SelectInput, TextInput, Toolbar } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import { answerLines } from '../../../server/bookings/answer-lines.ts'
import { isCancelled } from '../../../server/bookings/booking-statuses.ts'
import { bookingRights } from '../../../server/platform/ground/rights.ts'
import { CertificateRows } from '../../documents/certificate-rows.tsx'
import { BookingDeliveries } from '../../messages/deliveries.tsx'
import { NotifyBeforeSaving } from '../../messages/message-dialog.tsx'
import { WriteButton } from '../../messages/write-button.tsx'
import { api } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import { FieldRow } from '../../shell/form/form-section.tsx'
import { ClearUnregisteredErrors, RecordForm } from '../../shell/form/record-form.tsx'
import { ChangesPanel } from '../../shell/history/changes-panel.tsx'
import { useFormat } from '../../shell/language/format.ts'
import { EditPage } from '../../shell/page/edit-page.tsx'
import {
  type Booking,
  participantPath,
  useBookingName,
  useInvalidateBookings,
  useStatuses,
  useStatusName,
} from '../booking-queries.ts'
import { AnswersDialog, useQuestions } from '../dialogs/answers-dialog.tsx'
import { CancelDialog } from '../dialogs/cancel-dialog.tsx'
import { MoveDialog } from '../dialogs/move-dialog.tsx'
import { OrderDialog } from '../dialogs/order-dialog.tsx'
import { ParticipantDialog } from '../dialogs/participant-dialog.tsx'
import { PriceChanges } from '../dialogs/price-changes.tsx'
import { InvoiceButton } from './invoice-button.tsx'
import { PriceFields } from './price-fields.tsx'

/** Cancelling asks for reason and fee, and so is a dialog. */
function StatusInput() {
  const name = useStatusName()
  const booking = useRecordContext<Booking>()
  const status = useWatch<Booking, 'status'>({ name: 'status' })
  const choices = useStatuses()
    .filter(({ id }) => !isCancelled({ status: id }) || (booking && isCancelled(booking)))
    .map(({ id }) => ({ id, name: name(id) }))
  return (
    <>
      <SelectInput source="status" choices={choices} translateChoice={false} isRequired validate={[]} />
      <PriceChanges
        change={booking && status && status !== booking.status ? { ids: [booking.id], status } : undefined}
      />
    </>
  )
}

function BookingFacts() {
  const translate = useTranslate()
  const format = useFormat()
  const booking = useRecordContext<Booking>()
  const bookingName = useBookingName()
  if (!booking) return null
  return (
    <Stack spacing={0.5} sx={{ mb: 2 }}>
      <Typography variant="h6" component="h2">
        {booking.contactId > 0 ? (
          <Link component={RouterLink} to={participantPath(booking)}>
            {bookingName(booking)}
          </Link>
        ) : (
          bookingName(booking)
        )}
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
        {booking.orderId > 0 && (
          <>
            {' · '}
            <Link component={RouterLink} underline="always" to={`/orders/${booking.orderId}`}>
              {translate('bookings.ofOrder', { id: booking.orderId, name: booking.orderedBy })}
            </Link>
          </>
        )}
      </Typography>
      {answerLines(booking.answers).map((line) => (
        <Typography key={line} variant="body2">
          {line}
        </Typography>
      ))}
      <Past booking={booking} />
      {!booking.dateGoesAhead && <Alert severity="warning">{translate('bookings.dateCancelled')}</Alert>}
      {booking.cancelledAt && (
        <Alert severity="info">
          {[
            translate('bookings.cancelledAt', { moment: format.dateTime(booking.cancelledAt) }),
            booking.cancellationReason,
            booking.cancellationFee !== null &&
              translate('bookings.feeOf', {
                amount: format.money(booking.cancellationFee, booking.priceCurrency || 'EUR'),
              }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Alert>
      )}
    </Stack>
  )
}

/** Former states of the booking: other days, other dates, other participants. */
function Past({ booking: { history } }: { booking: Booking }) {
  const translate = useTranslate()
  const format = useFormat()
  if (history.length === 0) return null
  return (
    <Box component="ul" aria-label={translate('bookings.past')} sx={{ m: 0, pl: 2.5 }}>
      {history.map((past) => (
        <Typography component="li" variant="body2" key={past.until}>
          {translate('bookings.pastLine', {
            moment: format.dateTime(past.until),
            what: [past.contactName, past.dateTitle, format.date(past.startDate)].filter(Boolean).join(', '),
          })}
        </Typography>
      ))}
    </Box>
  )
}

type OpenDialog = 'move' | 'cancel' | 'participant' | 'order' | 'answers'

function Actions() {
  const booking = useRecordContext<Booking>()
  return booking ? <ActionsOf booking={booking} /> : null
}

function ActionsOf({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState<OpenDialog>()
  const questions = useQuestions(booking.id)
  const props = { booking, onClose: () => setOpen(undefined) }
  return (
    <>
      <InvoiceButton booking={booking} />
      <Button
        label={booking.contactId > 0 ? 'bookings.replaceAction' : 'bookings.nameAction'}
        onClick={() => setOpen('participant')}
      />
      {questions.length > 0 && <Button label="bookings.answersAction" onClick={() => setOpen('answers')} />}
      <Button label="bookings.moveAction" onClick={() => setOpen('move')} />
      {booking.seriesBookingId === 0 && <Button label="orders.assign" onClick={() => setOpen('order')} />}
      {isCancelled(booking) ? (
        <Button label="bookings.changeCancelAction" onClick={() => setOpen('cancel')} />
      ) : (
        <Button label="bookings.cancelAction" color="error" onClick={() => setOpen('cancel')} />
      )}
      {open === 'move' && <MoveDialog {...props} />}
      {open === 'cancel' && <CancelDialog {...props} />}
      {open === 'order' && <OrderDialog bookings={[booking]} onClose={props.onClose} />}
      {open === 'answers' && <AnswersDialog {...props} questions={questions} />}
      {open === 'participant' && <ParticipantDialog {...props} />}
    </>
  )
}

function BookingMessages() {
  const translate = useTranslate()
  const booking = useRecordContext<Booking>()
  if (!booking) return null
  return (
    <Card sx={{ mt: 2, width: '100%' }}>
      <CardContent>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mb: 1 }}>
          <Typography variant="h6" component="h2">
            {translate('messages.title')}
          </Typography>
          <WriteButton to={{ bookingIds: [booking.id] }} />
        </Stack>
        <BookingDeliveries bookingId={booking.id} />
      </CardContent>
    </Card>
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

function Certificates() {
  const booking = useRecordContext<Booking>()
  return booking ? <CertificateRows of={{ bookingId: booking.id }} /> : null
}

function Title() {
  const booking = useRecordContext<Booking>()
  const bookingName = useBookingName()
  return booking ? <span>{`${bookingName(booking)} · ${booking.dateTitle}`}</span> : null
}

/** The message of another status. */
async function loadMessages({ data, previousData }: { data: Booking; previousData: Booking }) {
  const { id, status: before } = previousData
  const { status } = data
  if (status === before) return []
  const params = { bookingId: id }
  // Another user may have changed it: saving asks whose values to keep.
  const [current] = await api('GET', '/bookings/{bookingId}', { params })
  return api('POST', '/bookings/{bookingId}/message-preview', {
    params,
    body: { status, version: current!.version },
  })
}

export function BookingEdit() {
  const mayWrite = useHasRight(bookingRights)
  const invalidateBookings = useInvalidateBookings()
  return (
    <EditPage title={<Title />} redirect={false} mutationOptions={{ onSettled: invalidateBookings }}>
      <RecordForm
        toolbar={
          mayWrite ? (
            <Toolbar sx={{ flexWrap: 'wrap', rowGap: 1 }}>
              <ClearUnregisteredErrors />
              <SaveButton />
              <Box sx={{ flex: 1 }} />
              <Actions />
            </Toolbar>
          ) : (
            false
          )
        }
      >
        <BookingFacts />
        <StatusInput />
        <TextInput source="comment" multiline minRows={2} />
        <PriceFields />
        <FieldRow>
          <TextInput source="dietaryNotes" multiline />
          <TextInput source="accessibilityNotes" multiline />
          <TextInput source="internalNotes" multiline />
        </FieldRow>
        {mayWrite && <NotifyBeforeSaving load={loadMessages} />}
        <BookingMessages />
        <Certificates />
        <BookingHistory />
      </RecordForm>
    </EditPage>
  )
}
