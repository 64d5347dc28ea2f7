// The seats whose price a change of others changes: a group discount holds for seats that stay booked.
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { useFormat } from '../../shell/language/format.ts'
import { useBookingName } from '../booking-queries.ts'

/** @param change undefined: it is not complete yet */
export function PriceChanges({ change }: { change: BodyOf<'POST', '/bookings/price-preview'> | undefined }) {
  const translate = useTranslate()
  const format = useFormat()
  const bookingName = useBookingName()
  const { data = [] } = useQuery({
    queryKey: ['bookings', 'price-preview', change],
    queryFn: async () => (change ? api('POST', '/bookings/price-preview', { body: change }) : []),
    enabled: change !== undefined,
    // Obstacles are told when the change is made.
    retry: false,
    gcTime: 0,
  })
  if (data.length === 0) return null
  const money = (amount: number | null, currency: string) => format.money(amount ?? 0, currency || 'EUR')
  return (
    <Alert severity="warning">
      {translate('bookings.newPrices')}
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {data.map((seat) => (
          <li key={seat.id}>
            {translate('bookings.newPrice', {
              name: bookingName(seat),
              price: money(seat.finalPrice, seat.priceCurrency),
              before: money(seat.priceBefore, seat.priceCurrency),
            })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
