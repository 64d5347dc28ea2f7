// Books persons on a date; shows its current seats.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Confirm } from 'react-admin'
import { FormProvider } from 'react-hook-form'
import { useFormat } from '../shell/language/format.ts'
import { BookingFields } from './booking-fields.tsx'
import { RejectionAlert } from './rejection-alert.tsx'
import { type BookingDialogProps, useBookingForm } from './use-booking-form.ts'

export function BookingDialog(props: BookingDialogProps) {
  const { onClose, dateId, contact, orderId } = props
  const translate = useTranslate()
  const format = useFormat()
  const { form, requested, rejection, existingId, busy, book, ...booking } = useBookingForm(props)
  const { seats, seatCount } = requested
  const { isDirty } = form.formState
  const [isDiscarding, setDiscarding] = useState(false)
  const close = (): void => (isDirty ? setDiscarding(true) : onClose())

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : close} aria-labelledby="booking-title">
      <DialogTitle id="booking-title">
        {dateId && seats
          ? translate('bookings.bookOn', {
              name: seats.displayTitle,
              date: format.span(seats.startDate, seats.endDate),
            })
          : translate('bookings.book')}
      </DialogTitle>
      <DialogContent>
        <FormProvider {...form}>
          <Stack spacing={1.5} sx={{ pt: 0.5 }}>
            <BookingFields
              requested={requested}
              fieldErrors={booking.fieldErrors}
              choosesDate={dateId === undefined}
              hasContact={contact !== undefined}
              isNewOrder={orderId === undefined}
            />
            <RejectionAlert
              error={rejection}
              requestedCount={seatCount}
              onWaitlist={() => book(true)}
              onSwitchWaitingListOn={() => booking.switchWaitingListOn()}
              onBookFitting={(count) => book(false, count)}
            />
            {booking.messagePanel}
            {existingId !== undefined && (
              <Button variant="outlined" onClick={() => booking.addExistingContact(existingId)}>
                {translate('bookings.person.bookExisting')}
              </Button>
            )}
          </Stack>
        </FormProvider>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={seatCount === 0 || requested.bookedDateId === 0 || seats?.goesAhead === false}
          onClick={() => book(false)}
        >
          {seatCount > 1
            ? translate(requested.unnamedSeats > 0 ? 'bookings.bookSeats' : 'bookings.bookMany', {
                smart_count: seatCount,
              })
            : translate('bookings.book')}
        </Button>
      </DialogActions>
      <Confirm
        isOpen={isDiscarding}
        title="bookings.discardTitle"
        content="bookings.discardText"
        confirm="bookings.discard"
        cancel="bookings.resume"
        onConfirm={onClose}
        onClose={() => setDiscarding(false)}
      />
    </Dialog>
  )
}
