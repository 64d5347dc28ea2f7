// The price of a seat as it was booked, and its reductions.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { BooleanInput, NumberInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ChildRowsInput } from '../../shell/form/child-rows-input.tsx'
import { FieldRow, Section } from '../../shell/form/form-section.tsx'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { useFormat } from '../../shell/language/format.ts'
import type { Booking } from '../booking-queries.ts'

function FinalPrice() {
  const translate = useTranslate()
  const format = useFormat()
  const [priceAmount, priceCurrency, reductions] = useWatch<
    Booking,
    ['priceAmount', 'priceCurrency', 'reductions']
  >({ name: ['priceAmount', 'priceCurrency', 'reductions'] })
  if (priceAmount === null || !reductions || reductions.length === 0) return null
  const reduced = reductions.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0)
  return (
    <Typography sx={{ mb: 1 }}>
      {translate('bookings.finalPrice', {
        amount: format.money((Math.round(priceAmount * 100) - reduced) / 100, priceCurrency || 'EUR'),
      })}
    </Typography>
  )
}

export function PriceFields() {
  const currency = useWatch<Booking, 'priceCurrency'>({ name: 'priceCurrency' }) || 'EUR'
  return (
    <Section title="bookings.price" help="bookings.priceHelp">
      <FieldRow>
        <TextInput source="priceTitle" helperText={false} />
        <MoneyInput source="priceAmount" currency={currency} />
        <TextInput source="priceCurrency" helperText={false} />
        <NumberInput source="priceVatRate" min={0} max={100} helperText={false} />
        <BooleanInput source="priceVatIncluded" helperText={false} />
      </FieldRow>
      <ChildRowsInput source="reductions" row="bookings.reduction" ordered={false}>
        <TextInput source="reason" isRequired helperText={false} />
        <MoneyInput source="amount" currency={currency} />
      </ChildRowsInput>
      <FinalPrice />
    </Section>
  )
}
