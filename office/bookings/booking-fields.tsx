// The fields of the dialog for booking: date, persons, seats without a name, price, status, modules, order.
import { Alert, Box, MenuItem, Stack, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Controller, useFormContext } from 'react-hook-form'
import { useFormat } from '../shell/language/format.ts'
import type { DateSeats } from './booking-queries.ts'
import { DatePicker } from './date-picker.tsx'
import { ModuleChoice } from './module-choice.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { OrderFields } from './order-fields.tsx'
import { PersonPicker } from './person-picker.tsx'
import { StatusSelect } from './status-select.tsx'
import type { BookingForm, useBookingForm } from './use-booking-form.ts'

function UnnamedSeatsInput({ errorText }: { errorText: string | undefined }) {
  const translate = useTranslate()
  const { control } = useFormContext<BookingForm>()
  return (
    <Controller
      control={control}
      name="unnamedSeats"
      render={({ field: { ref, onChange, ...field } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={translate('bookings.unnamedSeats')}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 3))}
          error={errorText !== undefined}
          helperText={errorText ?? translate('bookings.unnamedHelp')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      )}
    />
  )
}

function PriceSelect({ prices }: Pick<DateSeats, 'prices'>) {
  const translate = useTranslate()
  const format = useFormat()
  const { control } = useFormContext<BookingForm>()
  return (
    <Controller
      control={control}
      name="price"
      render={({ field: { ref, ...field } }) => (
        <TextField {...field} inputRef={ref} select label={translate('bookings.price')}>
          {prices.map(({ priceTitle, priceAmount, priceCurrency }, index) => (
            <MenuItem key={`${index} ${priceTitle}`} value={index}>
              {[priceTitle, priceAmount === null ? '' : format.money(priceAmount, priceCurrency || 'EUR')]
                .filter(Boolean)
                .join(' · ')}
            </MenuItem>
          ))}
          <MenuItem value={-1}>{translate('bookings.noPrice')}</MenuItem>
        </TextField>
      )}
    />
  )
}

interface Props extends Pick<ReturnType<typeof useBookingForm>, 'requested' | 'fieldErrors'> {
  choosesDate: boolean
  hasContact: boolean
  isNewOrder: boolean
}

export function BookingFields({ requested, fieldErrors, choosesDate, hasContact, isNewOrder }: Props) {
  const translate = useTranslate()
  const { control, setValue } = useFormContext<BookingForm>()
  const { seats } = requested
  return (
    <>
      {choosesDate && (
        <Controller
          control={control}
          name="date"
          render={({ field: { value, onChange } }) => (
            <DatePicker
              value={value}
              onChange={onChange}
              autoFocus={hasContact}
              errorText={fieldErrors['dateId']}
            />
          )}
        />
      )}
      {seats && <OccupancyBar seats={seats} />}
      {seats && !seats.goesAhead && <Alert severity="warning">{translate('bookings.dateCancelled')}</Alert>}
      {seats && !seats.isActive && <Alert severity="info">{translate('bookings.inactive')}</Alert>}
      <Controller
        control={control}
        name="people"
        render={({ field: { value, onChange } }) => (
          <PersonPicker people={value} onChange={onChange} fieldErrors={fieldErrors} />
        )}
      />
      <Stack
        direction="row"
        spacing={1.5}
        useFlexGap
        sx={{ flexWrap: 'wrap', '& > *': { flex: '1 1 200px' } }}
      >
        <UnnamedSeatsInput errorText={fieldErrors['unnamedSeats']} />
        {seats && seats.prices.length > 0 && <PriceSelect prices={seats.prices} />}
      </Stack>
      <Controller
        control={control}
        name="status"
        render={({ field: { value, onChange } }) => (
          <StatusSelect value={value} onChange={onChange} onlyForNew errorText={fieldErrors['status']} />
        )}
      />
      <ModuleChoice
        modules={requested.modules}
        choice={requested.chosenModules}
        onChange={(choice) => setValue('modules', choice)}
      />
      <Controller
        control={control}
        name="comment"
        render={({ field: { ref, ...field } }) => (
          <TextField {...field} inputRef={ref} label={translate('bookings.comment')} multiline minRows={2} />
        )}
      />
      {isNewOrder && (
        <Box component="details">
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
            {translate('bookings.order')}
          </Box>
          <OrderFields path="order." />
        </Box>
      )}
    </>
  )
}
