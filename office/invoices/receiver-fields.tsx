// The receiver of a confirmation: contact, booking, address.
import { Autocomplete, Box, MenuItem, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type ContactChoice, ContactSearch } from '../addresses/contact-search.tsx'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { type ConfirmationValues, useConfirmationField } from './confirmation-form.ts'

type Booking = RowOf<'bookings'>

export function useBookingsOfContact(contactId: number): Booking[] {
  const { data = [] } = useQuery({
    queryKey: ['bookings', 'contact', contactId],
    queryFn: () =>
      api('GET', '/bookings', {
        query: { contactId, sort: 'startDate', order: 'desc', perPage: 500 },
      }),
    enabled: useHasRight('booking:access') && contactId > 0,
  })
  return data
}

function ContactField() {
  const translate = useTranslate()
  const { setValue } = useFormContext<ConfirmationValues>()
  const { inputRef, error, change } = useConfirmationField('contactId', true)
  const [contact, setContact] = useState<ContactChoice | null>(null)
  const [text, setText] = useState('')
  const choose = (chosen: ContactChoice | null): void => {
    setContact(chosen)
    change(chosen?.id ?? 0)
    setValue('bookingId', 0)
    setValue('addressId', 0)
  }
  return (
    <ContactSearch
      inputRef={inputRef}
      label={`${translate('invoices.contact')} *`}
      helperText={translate('bookings.person.help')}
      errorText={error}
      text={text}
      onTextChange={setText}
      value={contact}
      onChange={choose}
    />
  )
}

function BookingField({ contactId }: { contactId: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const { getValues, setValue } = useFormContext<ConfirmationValues>()
  const { value, inputRef, error, change } = useConfirmationField('bookingId')
  const bookings = useBookingsOfContact(contactId)
  const choose = (booking: Booking | null): void => {
    change(booking?.id ?? 0)
    if (!booking) return
    // Elements without a period get that of the booking.
    getValues('elements').forEach(({ startDate, endDate }, index) => {
      if (startDate || endDate) return
      setValue(`elements.${index}.startDate`, booking.startDate)
      setValue(`elements.${index}.endDate`, booking.endDate)
    })
  }
  return (
    <Autocomplete
      options={bookings}
      value={bookings.find(({ id }) => id === value) ?? null}
      disabled={contactId === 0}
      getOptionLabel={({ dateTitle, startDate, endDate }) =>
        `${dateTitle} · ${format.span(startDate, endDate)}`
      }
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={translate('bookings.noBookings')}
      onChange={(_event, booking) => choose(booking)}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={inputRef}
          label={translate('invoices.booking')}
          error={Boolean(error)}
          helperText={error ?? translate('invoices.bookingHelp')}
        />
      )}
    />
  )
}

function AddressField({ contactId }: { contactId: number }) {
  const translate = useTranslate()
  const { value, inputRef, error, change } = useConfirmationField('addressId')
  const { data: addresses = [] } = useQuery({
    queryKey: ['invoice-confirmations', 'address-options', contactId],
    queryFn: () => api('GET', '/invoice-confirmations/address-options', { query: { contactId } }),
    enabled: contactId > 0,
  })
  const addressId = value || addresses.find(({ isDefault }) => isDefault)?.id || 0
  return (
    <TextField
      select
      disabled={addresses.length === 0}
      label={translate('invoices.address')}
      value={addresses.length > 0 ? String(addressId) : ''}
      onChange={(event) => change(Number(event.target.value))}
      inputRef={inputRef}
      error={Boolean(error)}
      helperText={error ?? (contactId > 0 && addresses.length === 0 ? translate('invoices.noAddress') : ' ')}
      sx={{ gridColumn: '1 / -1' }}
    >
      {addressId === 0 && <MenuItem value="0">{translate('invoices.withoutAddress')}</MenuItem>}
      {addresses.map(({ id, lines, isCompanyAddress }) => (
        <MenuItem key={id} value={String(id)}>
          {lines.join(', ')}
          {isCompanyAddress ? ` (${translate('invoices.companyAddress')})` : ''}
        </MenuItem>
      ))}
    </TextField>
  )
}

export function ReceiverFields() {
  const { watch } = useFormContext<ConfirmationValues>()
  const contactId = watch('contactId')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, columnGap: 2 }}>
      <ContactField />
      <BookingField contactId={contactId} />
      <AddressField contactId={contactId} />
    </Box>
  )
}
