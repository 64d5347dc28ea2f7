// The messages to a person, with their states.
import { Box, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { statusColours } from '../mail/status-colours.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { FoldedContent } from '../shell/page/page-layout.tsx'
import { MessageText } from './message-text.tsx'

type Delivery = Answer<'GET', '/bookings/{bookingId}/deliveries'>

export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={statusColours[state]}
      label={translate(`messages.state.${state}`)}
    />
  )
}

function Reason({ delivery: { reason, reasonCode } }: { delivery: Delivery }) {
  const translate = useTranslate()
  if (reason === '') return null
  return (
    <Typography variant="body2" color="error">
      {reasonCode ? translate(`errors.${reasonCode}`, { _: reason }) : reason}
    </Typography>
  )
}

/** @param withName of the recipient */
export function DeliveryList({
  deliveries,
  withName = false,
}: {
  deliveries: readonly Delivery[]
  withName?: boolean
}) {
  const translate = useTranslate()
  const format = useFormat()
  if (deliveries.length === 0)
    return <Typography color="textSecondary">{translate('messages.none')}</Typography>
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {deliveries.map((delivery) => (
        <Box component="li" key={delivery.id} sx={{ py: 0.75, borderBottom: 1, borderColor: 'divider' }}>
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <DeliveryState state={delivery.state} />
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {delivery.subject || translate(`messages.cause.${delivery.cause}`)}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[withName && delivery.name, delivery.recipient, format.dateTime(delivery.at)]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
          <Reason delivery={delivery} />
          {delivery.body !== '' && (
            <FoldedContent title={translate('messages.asSent')}>
              <MessageText text={delivery} />
            </FoldedContent>
          )}
        </Box>
      ))}
    </Box>
  )
}

/** The messages about a booking. */
export function BookingDeliveries({ bookingId }: { bookingId: number }) {
  const { data = [] } = useQuery({
    queryKey: ['messages', 'booking', bookingId],
    queryFn: () => api('GET', '/bookings/{bookingId}/deliveries', { params: { bookingId } }),
  })
  return <DeliveryList deliveries={data} />
}
