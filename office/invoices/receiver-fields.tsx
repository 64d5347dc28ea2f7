// Whom a confirmation is for: contact, booking, address.
import { Autocomplete, Box, MenuItem, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { AddressChoice } from '../../server/invoices/confirmation.schema.ts'
import type { Booking } from '../bookings/booking-queries.ts'
import { type ContactChoice, choiceLabel, useContactChoices } from '../bookings/person-picker.tsx'
import { untypedApi } from '../shell/api/api.ts'
import { useFormat } from '../shell/app/format.ts'

export interface Receiver {
  contact: ContactChoice | null
  booking: Booking | null
  /** 0: the standard one. */
  addressId: number
}

interface Props {
  receiver: Receiver
  onChange: (receiver: Receiver) => void
  fieldErrors: Readonly<Record<string, string | undefined>>
}

export function ReceiverFields({ receiver, onChange, fieldErrors }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const { contact, booking, addressId } = receiver
  const [inputText, setInputText] = useState('')
  const { choices, isFetching } = useContactChoices(
    contact && inputText === choiceLabel(contact) ? '' : inputText,
  )
  const id = contact?.id ?? 0
  const { data: bookings = [] } = useQuery({
    queryKey: ['bookings', 'contact', id],
    queryFn: () =>
      untypedApi<Booking>('GET', `/bookings?contactId=${id}&sort=startDate&order=desc&perPage=500`),
    enabled: id > 0,
  })
  const { data: addresses = [] } = useQuery({
    queryKey: ['invoice-confirmations', 'addresses', id],
    queryFn: () => untypedApi<AddressChoice>('GET', `/invoice-confirmations/addresses?contactId=${id}`),
    enabled: id > 0,
  })
  const bookingLabel = (one: Booking): string =>
    `${one.dateTitle} · ${format.span(one.startDate, one.endDate)}`
  const selectedAddressId = addressId || addresses.find(({ standard }) => standard)?.id || 0

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, columnGap: 2 }}>
      <Autocomplete
        options={choices}
        value={contact}
        inputValue={inputText}
        loading={isFetching}
        filterOptions={(all) => all}
        getOptionLabel={choiceLabel}
        getOptionKey={(one) => one.id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        noOptionsText={translate('bookings.person.type')}
        onInputChange={(_event, text) => setInputText(text)}
        onChange={(_event, next) => onChange({ contact: next, booking: null, addressId: 0 })}
        renderOption={({ key, ...props }, one) => (
          <li key={key} {...props}>
            <div>
              <Typography component="span">{choiceLabel(one)}</Typography>
              <Typography variant="body2" color="text.secondary">
                {[one.company, one.email, one.city].filter(Boolean).join(' · ')}
              </Typography>
            </div>
          </li>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            required
            label={translate('invoices.contact')}
            error={Boolean(fieldErrors['contactId'])}
            helperText={fieldErrors['contactId'] ?? translate('bookings.person.help')}
          />
        )}
      />
      <Autocomplete
        options={bookings}
        value={booking}
        disabled={!contact}
        getOptionLabel={bookingLabel}
        getOptionKey={(one) => one.id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        noOptionsText={translate('bookings.noBookings')}
        onChange={(_event, next) => onChange({ ...receiver, booking: next })}
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('invoices.booking')}
            error={Boolean(fieldErrors['tcpId'])}
            helperText={fieldErrors['tcpId'] ?? translate('invoices.bookingHelp')}
          />
        )}
      />
      <TextField
        select
        disabled={addresses.length === 0}
        label={translate('invoices.address')}
        value={addresses.length > 0 ? String(selectedAddressId) : ''}
        onChange={(event) => onChange({ ...receiver, addressId: Number(event.target.value) })}
        error={Boolean(fieldErrors['addressId'])}
        helperText={
          fieldErrors['addressId'] ??
          (contact && addresses.length === 0 ? translate('invoices.noAddress') : ' ')
        }
        sx={{ gridColumn: '1 / -1' }}
      >
        {selectedAddressId === 0 && <MenuItem value="0">{translate('invoices.withoutAddress')}</MenuItem>}
        {addresses.map((one) => (
          <MenuItem key={one.id} value={String(one.id)}>
            {one.lines.join(', ')}
            {one.ofCompany ? ` (${translate('invoices.ofCompany')})` : ''}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}
