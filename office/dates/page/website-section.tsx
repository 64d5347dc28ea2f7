// The check before publishing a date, and the date as GET /events returns it.
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { CheckPanel } from '../../catalogue/check-panel.tsx'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { WebsitePanel } from '../../catalogue/website-panel.tsx'

export function WebsiteSection({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const version = useRecordContext<EventDate>()?.version
  const [, setQuery] = useSearchParams()
  return (
    <Box>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate('dates.publish.check')}
      </Typography>
      <CheckPanel key={`check ${version}`} of={{ dateId }} onFieldSelected={(field) => setQuery({ field })} />
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {translate('dates.publish.website')}
      </Typography>
      <WebsitePanel key={`website ${version}`} of={{ dateId }} />
    </Box>
  )
}
