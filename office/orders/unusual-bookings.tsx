// Visitors' bookings that came in unusual numbers, on the start page: a group is booked or refused with one click.
import { Alert, AlertTitle, Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { Button } from '../shell/form/button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { plainElements } from '../shell/list/plain-rows.tsx'

type Group = Answer<'GET', '/unusual-bookings'>

const queryKey = ['bookings', 'unusual']

function GroupRow({ group }: { group: Group }) {
  const translate = useTranslate()
  const format = useFormat()
  const { ids, title, startDate, network, hour, seatCount, names, isRefused, expiresAt } = group
  const options = { refresh: [queryKey, ['start'], ['bookings']] }
  const book = useAction(() => api('POST', '/unusual-bookings/release', { body: { ids } }), {
    ...options,
    success: ([result]) => [
      result && result.failedCount > 0 ? 'orders.unusual.partlyBooked' : 'orders.unusual.booked',
      { smart_count: result?.bookedCount ?? 0, failed: result?.failedCount ?? 0 },
    ],
  })
  const refuse = useAction(() => api('POST', '/unusual-bookings/refuse', { body: { ids } }), {
    ...options,
    success: ([result]) => ['orders.unusual.refused', { smart_count: result?.refusedCount ?? 0 }],
  })
  const isBusy = book.busy || refuse.busy
  const more = ids.length - names.length
  return (
    <Box component="li" sx={{ py: 0.5 }}>
      <Typography>
        {[
          translate('orders.unusual.bookings', { smart_count: ids.length }),
          translate('orders.seats', { smart_count: seatCount }),
          [title, format.date(startDate)].filter(Boolean).join(', '),
        ].join(' · ')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('orders.unusual.origin', { network, hour: format.dateTime(hour) })}
        {' · '}
        {names.join(', ') + (more > 0 ? ` +${more}` : '')}
        {' · '}
        {translate(isRefused ? 'orders.unusual.isRefused' : 'orders.pending.until', {
          moment: format.dateTime(expiresAt),
        })}
      </Typography>
      <Stack direction="row" spacing={1} sx={{ mt: 0.5 }}>
        <Button
          label="orders.unusual.book"
          size="small"
          variant="outlined"
          disabled={isBusy}
          onClick={() => void book.run()}
        />
        {!isRefused && (
          <Button
            label="orders.unusual.refuse"
            size="small"
            variant="outlined"
            color="error"
            disabled={isBusy}
            onClick={() => void refuse.run()}
          />
        )}
      </Stack>
    </Box>
  )
}

/** Polled: they end by themselves. */
export function UnusualBookings() {
  const translate = useTranslate()
  const { data: groups = [] } = useQuery({
    queryKey,
    queryFn: () => api('GET', '/unusual-bookings'),
    refetchInterval: 60_000,
  })
  if (groups.length === 0) return null
  return (
    <Alert severity="warning" component="section">
      <AlertTitle>{translate('orders.unusual.title')}</AlertTitle>
      {translate('orders.unusual.explanation')}
      <Box component="ul" sx={[plainElements, { listStyle: 'none', p: 0, m: 0 }]}>
        {groups.map((group) => (
          <GroupRow key={group.ids.join()} group={group} />
        ))}
      </Box>
    </Alert>
  )
}
