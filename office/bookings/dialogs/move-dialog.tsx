// Moves a booking to another date.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { type ApiError, api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { useFormat } from '../../shell/language/format.ts'
import { type Booking, type DateSeats, useBookingName, useSeats } from '../booking-queries.ts'
import { DatePicker } from '../date-picker.tsx'
import { chosenDateIds, defaultModuleChoices, ModuleChoice, type ModuleChoices } from '../module-choice.tsx'
import { OccupancyBar } from '../occupancy-bar.tsx'
import { RejectionAlert } from '../rejection-alert.tsx'
import { fieldErrorsOf, useBookingAction } from '../use-booking-action.ts'
import { PriceChanges } from './price-changes.tsx'

interface MoveForm {
  date: DateSeats | null
  modules: ModuleChoices
}

export function MoveDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const translate = useTranslate()
  const format = useFormat()
  const { control, handleSubmit, setValue } = useForm<MoveForm>({
    defaultValues: { date: null, modules: {} },
  })
  const [pickedDate, moduleChoices] = useWatch({ control, name: ['date', 'modules'] })
  const seats = useSeats(pickedDate?.id ?? 0, 3000).data ?? pickedDate
  const modules = booking.seriesBookingId ? [] : (seats?.modules ?? [])
  const chosenModules = { ...defaultModuleChoices(modules), ...moduleChoices }
  const [rejection, setRejection] = useState<ApiError>()
  const name = useBookingName()(booking)

  const { run, busy } = useBookingAction(
    (body: BodyOf<'PATCH', '/bookings/{bookingId}'>) =>
      api('PATCH', '/bookings/{bookingId}', { params: { bookingId: booking.id }, body }),
    {
      success: () => ['bookings.done.moved', { name }],
      onSuccess: onClose,
      onError: (error) => {
        setRejection(error)
        return true
      },
    },
  )
  const target = {
    ...(pickedDate ? { dateId: pickedDate.id } : {}),
    ...(modules.length > 0 ? { moduleDateIds: chosenDateIds(chosenModules) } : {}),
  }
  const change = { version: booking.version, ...target }
  const { panel, messages } = useMessagePanel(
    ['move', booking.id, change],
    pickedDate
      ? () =>
          api('POST', '/bookings/{bookingId}/message-preview', {
            params: { bookingId: booking.id },
            body: { ...change, waitlistIfFull: seats?.hasWaitingList ?? false },
          })
      : undefined,
  )
  const move = (waitlistIfFull: boolean) =>
    handleSubmit(() => run({ ...change, messages, ...(waitlistIfFull ? { waitlistIfFull } : {}) }))()

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="move-title">
      <DialogTitle id="move-title">{translate('bookings.moveTitle', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1.5 }}>
          {translate('bookings.moveFrom', {
            name: booking.dateTitle,
            date: format.span(booking.startDate, booking.endDate),
          })}
        </DialogContentText>
        <Stack spacing={1.5}>
          <Controller
            control={control}
            name="date"
            render={({ field: { value, onChange } }) => (
              <DatePicker
                autoFocus
                value={value}
                onChange={(date) => {
                  onChange(date)
                  setValue('modules', {})
                  setRejection(undefined)
                }}
                eventId={booking.eventId}
                excludedDateId={booking.dateId}
                errorText={fieldErrorsOf(rejection)['dateId']}
              />
            )}
          />
          {seats && <OccupancyBar seats={seats} />}
          <ModuleChoice
            modules={modules}
            choice={chosenModules}
            onChange={(choice) => setValue('modules', choice)}
          />
          <PriceChanges change={pickedDate ? { ids: [booking.id], ...target } : undefined} />
          <RejectionAlert error={rejection} requestedCount={1} onWaitlist={() => move(true)} />
          {panel}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} disabled={!pickedDate} onClick={() => move(false)}>
          {translate('bookings.move')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
