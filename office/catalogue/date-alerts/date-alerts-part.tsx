// How many visitors wait for new dates of an event. Shown if there are any.
import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../../shell/api/api.ts'
import { PagePart } from '../../shell/page/page-layout.tsx'

export function DateAlertsPart({ eventId }: { eventId: number }) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['date-alerts', eventId],
    queryFn: () => api('GET', '/events/{eventId}/date-alerts', { params: { eventId } }),
  })
  const count = data?.[0]?.count ?? 0
  if (count === 0) return null
  return (
    <PagePart title="catalogue.dateAlerts.title">
      <Typography>{translate('catalogue.dateAlerts.count', { smart_count: count })}</Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('catalogue.dateAlerts.how')}
      </Typography>
    </PagePart>
  )
}
