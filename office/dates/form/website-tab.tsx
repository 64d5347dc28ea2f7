// What the website sees of a date, and what is in the way of publishing it.
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'
import { CheckPanel } from '../../catalogue/check-panel.tsx'
import { WebsitePanel } from '../../catalogue/website-panel.tsx'

export function WebsiteTab({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const version = useRecordContext<DateRecord>()?.version
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
