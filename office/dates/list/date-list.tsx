// The list of dates.
import CalendarIcon from '@mui/icons-material/CalendarMonth'
import PlanIcon from '@mui/icons-material/EventRepeat'
import { Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { dateBulkRights } from '../../../server/platform/ground/rights.ts'
import type { ListedDate } from '../../catalogue/dates/event-date.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { OccupancyBar } from '../../catalogue/dates/occupancy.tsx'
import { StatusChip } from '../../catalogue/dates/status-chip.tsx'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'
import { useToday } from '../../shell/language/today.ts'
import { Line } from '../../shell/list/fields.tsx'
import { columnOf, ListPage } from '../../shell/list/list-page.tsx'
import { cellWidth } from '../../shell/list/list-styles.ts'
import { ToolbarButton } from '../../shell/list/toolbar-button.tsx'
import { tabular } from '../../shell/theme/tokens.ts'
import { BulkActions } from './bulk-actions.tsx'
import { listFilters } from './date-filters.tsx'

const Column = columnOf<ListedDate>()

const [periodWidth, titleWidth, namesWidth] = [cellWidth(17.5), cellWidth(20), cellWidth(12)]

function PeriodField() {
  const date = useRecordContext<ListedDate>()
  const format = useFormat()
  const translate = useTranslate()
  return date ? (
    <span style={tabular}>{format.span(date.startDate, date.endDate) || translate('dates.noDay')}</span>
  ) : null
}

function EventField() {
  const date = useRecordContext<ListedDate>()
  const translate = useTranslate()
  if (!date) return null
  const hasOwnTitle = date.title !== '' && date.title !== date.eventTitle
  return (
    <Line title={date.displayTitle} detail={hasOwnTitle && date.eventTitle}>
      {date.isSeries && <Chip size="small" label={translate('dates.series')} />}
      {!date.isPublished && <Chip size="small" variant="outlined" label={translate('dates.unpublished')} />}
    </Line>
  )
}

const OccupancyField = () => {
  const date = useRecordContext<ListedDate>()
  return date ? <OccupancyBar date={date} /> : null
}
const StatusField = () => <StatusChip status={useRecordContext<ListedDate>()?.status ?? ''} />
const FormatName = () => <>{useLookups().nameOf('format', useRecordContext<ListedDate>()?.format ?? '')}</>

function DateListLinks() {
  const translate = useTranslate()
  const mayEdit = useHasRight('catalogue:edit')
  return (
    <>
      <ToolbarButton icon={<CalendarIcon />} to="/date-calendar">
        {translate('dates.calendar')}
      </ToolbarButton>
      {mayEdit && (
        <ToolbarButton icon={<PlanIcon />} to="/plan-dates">
          {translate('dates.plan.menu')}
        </ToolbarButton>
      )}
    </>
  )
}

export function DateList() {
  const mayEditSeveral = useHasRight(dateBulkRights)
  const today = useToday()
  const upcomingFilter = useMemo(() => ({ from: today }), [today])
  return (
    <ListPage
      sort={{ field: 'startDate', order: 'ASC' }}
      filterDefaultValues={upcomingFilter}
      filters={listFilters}
      actions={<DateListLinks />}
      bulkActionButtons={mayEditSeveral ? <BulkActions /> : false}
      hiddenColumns={['id', 'identifier', 'endDate', 'format', 'isPublished']}
      phoneColumns={['startDate', 'displayTitle']}
    >
      <Column source="startDate" field={PeriodField} cellSx={periodWidth} />
      <Column source="displayTitle" field={EventField} cellSx={titleWidth} />
      <Column source="identifier" />
      <Column source="status" field={StatusField} />
      <Column source="format" field={FormatName} />
      <Column source="bookedCount" field={OccupancyField} />
      <Column source="trainerNames" cellSx={namesWidth} label="dates.section.trainers" disableSort />
      <Column source="locationNames" cellSx={namesWidth} disableSort />
      <Column source="id" />
    </ListPage>
  )
}
