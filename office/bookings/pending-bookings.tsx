// Visitors' bookings of a date that wait for their confirmation by mail.
import { Box, Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { mailto, telephone } from '../shell/list/contact-links.ts'
import { plainElements } from '../shell/list/plain-rows.tsx'

type PendingBooking = Answer<'GET', '/dates/{dateId}/pending-bookings'>

const noBookings: PendingBooking[] = []

/** Polled: they end by themselves. */
export const usePendingBookings = (dateId: number, enabled: boolean): PendingBooking[] =>
  useQuery({
    queryKey: ['bookings', 'pending', dateId],
    queryFn: () => api('GET', '/dates/{dateId}/pending-bookings', { params: { dateId } }),
    refetchInterval: 15_000,
    enabled,
  }).data ?? noBookings

export function PendingBookings({ bookings, label }: { bookings: readonly PendingBooking[]; label: string }) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <Box component="ul" sx={[plainElements, { listStyle: 'none', p: 0, m: 0 }]} aria-label={label}>
      {bookings.map(({ id, name, company, email, phone, seats, isWaiting, expiresAt }) => (
        <Box component="li" key={id} sx={{ py: 0.5, borderBottom: 1, borderColor: 'divider' }}>
          <Typography>
            {[name, company, translate('orders.seats', { smart_count: seats })].filter(Boolean).join(' · ')}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            <Link href={mailto(email)}>{email}</Link>
            {phone !== '' && (
              <>
                {' · '}
                <Link href={telephone(phone)}>{phone}</Link>
              </>
            )}
            {' · '}
            {translate('orders.pending.until', { moment: format.dateTime(expiresAt) })}
            {isWaiting && ` · ${translate('orders.pending.noSeat')}`}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
