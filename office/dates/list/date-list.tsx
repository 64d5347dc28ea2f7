// The list of dates.
import CalendarIcon from '@mui/icons-material/CalendarMonth'
import PlanIcon from '@mui/icons-material/EventRepeat'
import { Box, Chip, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { Button } from 'react-admin'
import { Link } from 'react-router-dom'
import type { DateListItem } from '../../../server/catalogue/dates/list.office.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/app/format.ts'
import { Column, ListPage } from '../../shell/list/list-page.tsx'
import { useLookups } from '../lookups.ts'
import { OccupancyBar } from '../occupancy.tsx'
import { StatusChip } from '../status-chip.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { listFilters } from './date-filters.tsx'

function PeriodField() {
  const date = useRecordContext<DateListItem>()
  const format = useFormat()
  const translate = useTranslate()
  if (!date) return null
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 150 }}>
      {format.span(date.startDate, date.endDate) || translate('dates.noDay')}
    </Box>
  )
}

function EventField() {
  const date = useRecordContext<DateListItem>()
  const translate = useTranslate()
  if (!date) return null
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, minWidth: 200 }}>
        <span>{date.displayTitle}</span>
        {date.isSeries && <Chip size="small" label={translate('dates.series')} />}
        {!date.isPublished && <Chip size="small" variant="outlined" label={translate('dates.unpublished')} />}
      </Stack>
      {date.title !== '' && date.title !== date.eventTitle && (
        <Typography variant="body2" color="textSecondary">
          {date.eventTitle}
        </Typography>
      )}
    </>
  )
}

const OccupancyField = () => {
  const date = useRecordContext<DateListItem>()
  return date ? <OccupancyBar date={date} /> : null
}
const StatusField = () => <StatusChip status={useRecordContext<DateListItem>()?.status ?? ''} />
const FormatName = () => <>{useLookups().nameOf('format', useRecordContext<DateListItem>()?.format ?? '')}</>

export function DateListLinks() {
  const mayEdit = useHasRight('100100')
  return (
    <>
      <Button component={Link} to="/date-calendar" label="dates.calendar">
        <CalendarIcon />
      </Button>
      {mayEdit && (
        <Button component={Link} to="/plan-dates" label="dates.plan.menu">
          <PlanIcon />
        </Button>
      )}
    </>
  )
}

/** What is not over; the filter can be taken off. */
const upcomingFilter = { from: new Date().toLocaleDateString('sv-SE') }

export function DateList() {
  const mayEdit = useHasRight('100100')
  return (
    <ListPage
      sort={{ field: 'startDate', order: 'ASC' }}
      filterDefaultValues={upcomingFilter}
      filters={listFilters}
      actions={<DateListLinks />}
      bulkActionButtons={mayEdit ? <BulkActions /> : false}
      hiddenColumns={['id', 'identifier', 'endDate', 'format', 'isPublished']}
    >
      <Column source="startDate" field={PeriodField} />
      <Column source="displayTitle" field={EventField} />
      <Column source="identifier" />
      <Column source="status" field={StatusField} />
      <Column source="format" field={FormatName} />
      <Column source="bookedCount" field={OccupancyField} />
      <Column source="trainerNames" label="dates.section.trainers" disableSort />
      <Column source="locationNames" disableSort />
      <Column source="id" />
    </ListPage>
  )
}
