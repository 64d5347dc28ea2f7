// The modules of a series: their order, their kind, and the dates that can be taken for each.
import { Alert, Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { BooleanInput, SelectInput } from 'react-admin'
import { Link } from 'react-router-dom'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'
import { useFormat } from '../../shell/app/format.ts'
import { Section } from '../../shell/form/form-section.tsx'
import { useLookups } from '../lookups.ts'
import { DateReferenceInput, EventInput } from '../reference-inputs.tsx'
import { ChildRowsInput } from './child-rows-input.tsx'

function SeriesLinks() {
  const date = useRecordContext<DateRecord>()
  const format = useFormat()
  const translate = useTranslate()
  if (!date?.series?.length) return null
  return (
    <Alert severity="info" sx={{ width: '100%', mb: 2 }}>
      {translate('dates.partOf')}{' '}
      {date.series.map(({ id, displayTitle, startDate }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`/dates/${id}`}>
            {displayTitle} {format.date(startDate)}
          </Link>
        </span>
      ))}
    </Alert>
  )
}

export function ModulesTab() {
  const { choices } = useLookups()
  const translate = useTranslate()
  return (
    <Section title="dates.tab.series" help="dates.seriesHelp">
      <SeriesLinks />
      <ChildRowsInput source="modules" min={200}>
        <EventInput source="moduleEventId" />
        <SelectInput source="moduleType" choices={choices('moduleType')} defaultValue="mandatory" />
        <SelectInput source="sortBy" choices={choices('sortBy')} defaultValue="position" />
        <BooleanInput source="isMandatory" defaultValue />
        <BooleanInput source="isBookable" defaultValue />
        <Box component="section" aria-label={translate('dates.section.dates')} sx={{ gridColumn: '1 / -1' }}>
          <Typography variant="h4" component="h4">
            {translate('dates.section.dates')}
          </Typography>
          <ChildRowsInput source="dates" min={180}>
            <Box sx={{ gridColumn: { sm: 'span 2' } }}>
              <DateReferenceInput source="linkedDateId" />
            </Box>
            <BooleanInput source="isPreselected" defaultValue={false} />
            <BooleanInput source="isBookable" defaultValue />
            <BooleanInput source="isMandatory" defaultValue={false} />
          </ChildRowsInput>
        </Box>
      </ChildRowsInput>
    </Section>
  )
}
