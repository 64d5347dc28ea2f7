// Tab of a date: the modules of a series, each with its dates.
import { Alert, Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { BooleanInput, SelectInput } from 'react-admin'
import { Link } from 'react-router-dom'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { DateReferenceInput, EventInput } from '../../catalogue/dates/reference-inputs.tsx'
import { ChildRowsInput } from '../../shell/form/child-rows-input.tsx'
import { Section } from '../../shell/form/form-section.tsx'
import { useFormat } from '../../shell/language/format.ts'

function SeriesLinks() {
  const date = useRecordContext<EventDate>()
  const format = useFormat()
  const translate = useTranslate()
  if (!date || date.series.length === 0) return null
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

export function ModuleFields() {
  const { choices } = useLookups()
  const translate = useTranslate()
  return (
    <Section title="dates.tab.series" help="dates.seriesHelp" list="modules">
      <SeriesLinks />
      <ChildRowsInput source="modules" row="relations.series_module" min={200}>
        <EventInput source="moduleEventId" />
        <SelectInput source="moduleType" choices={choices('moduleType')} defaultValue="mandatory" />
        <SelectInput source="sortBy" choices={choices('sortBy')} defaultValue="position" />
        <BooleanInput source="isMandatory" defaultValue />
        <BooleanInput source="isBookable" defaultValue />
        <Box component="section" aria-label={translate('dates.section.dates')} className="whole">
          <Typography variant="h4" component="h4">
            {translate('dates.section.dates')}
          </Typography>
          <ChildRowsInput source="dates" row="resources.dates.name" min={180}>
            <Box className="wide">
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
