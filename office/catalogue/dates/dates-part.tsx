// The dates of an event, a trainer or a location on its page: those to come, and those that are over, folded.
import { Alert, Button, Chip, Typography } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useFormat } from '../../shell/language/format.ts'
import { useToday } from '../../shell/language/today.ts'
import { RecordLink } from '../../shell/page/facts.tsx'
import { FoldedContent, PagePart } from '../../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../../shell/page/record-rows.tsx'
import { daysBetween } from './days.ts'
import type { ListedDate } from './event-date.ts'
import { OccupancyBar } from './occupancy.tsx'
import { StatusChip } from './status-chip.tsx'

/** A filter of the list of dates. */
type DatesOf = { eventIds: [number] } | { trainerId: number } | { locationId: number }

const perPage = 50
/** More session days than these are a count. */
const maxSessionDays = 5

/** The address of the list of dates with a filter. */
export const dateListPath = (filter: object): string =>
  `/dates?${new URLSearchParams({ filter: JSON.stringify(filter) })}`

/** The dates that are not over, the next one first. */
export const useUpcomingDates = (of: DatesOf) =>
  useGetList<ListedDate>('dates', {
    filter: { ...of, from: useToday() },
    pagination: { page: 1, perPage },
    sort: { field: 'startDate', order: 'ASC' },
  })

function useDetail(of: DatesOf): (date: ListedDate) => string {
  const translate = useTranslate()
  const format = useFormat()
  return ({ sessionDays, startTime, endTime, locationNames, rooms, trainerNames, ...date }) => {
    const hasPauses =
      sessionDays.length > 1 &&
      sessionDays.length <= daysBetween(date.startDate, date.endDate || date.startDate)
    const days =
      sessionDays.length > maxSessionDays
        ? translate('dates.page.sessionDays', { smart_count: sessionDays.length })
        : sessionDays.map((day) => format.date(day)).join(', ')
    const isNamedAsEvent = 'eventIds' in of && date.displayTitle === date.eventTitle
    return [
      !isNamedAsEvent && date.displayTitle,
      hasPauses && days,
      [startTime, endTime].filter(Boolean).join('–'),
      'locationId' in of ? rooms.map(({ name }) => name).join(', ') : locationNames,
      !('trainerId' in of) && trainerNames,
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

function DateRows({ of, dates, label }: { of: DatesOf; dates: readonly ListedDate[]; label: string }) {
  const translate = useTranslate()
  const format = useFormat()
  const detailOf = useDetail(of)
  return (
    <RecordRows label={label}>
      {dates.map((date) => (
        <RecordRow
          key={date.id}
          title={
            <RecordLink to={`/dates/${date.id}`}>
              {format.span(date.startDate, date.endDate) || translate('dates.noDay')}
            </RecordLink>
          }
          detail={detailOf(date)}
        >
          {date.isSeries && <Chip size="small" variant="outlined" label={translate('dates.series')} />}
          {!date.isPublished && (
            <Chip size="small" variant="outlined" label={translate('dates.unpublished')} />
          )}
          <StatusChip status={date.status} />
          <OccupancyBar date={date} />
        </RecordRow>
      ))}
    </RecordRows>
  )
}

function PastDates({ of }: { of: DatesOf }) {
  const translate = useTranslate()
  const today = useToday()
  const { data = [], isPending } = useGetList<ListedDate>('dates', {
    filter: { ...of, to: today },
    pagination: { page: 1, perPage },
    sort: { field: 'endDate', order: 'DESC' },
  })
  const past = data.filter(({ startDate, endDate }) => (endDate || startDate) < today)
  if (isPending) return null
  if (past.length === 0)
    return <Typography color="textSecondary">{translate('dates.part.nonePast')}</Typography>
  return <DateRows of={of} dates={past} label={translate('dates.part.past')} />
}

/** Dates without days, which are sorted last. */
export function useUndatedDates(of: DatesOf): ListedDate[] {
  const { data = [] } = useGetList<ListedDate>('dates', {
    filter: of,
    pagination: { page: 1, perPage },
    sort: { field: 'startDate', order: 'DESC' },
  })
  return data.filter(({ startDate }) => startDate === '')
}

/** @param actions buttons beside the title */
export function DatesPart({ of, actions }: { of: DatesOf; actions?: ReactNode }) {
  const translate = useTranslate()
  const { data = [], total = 0, error, isPending } = useUpcomingDates(of)
  const undated = useUndatedDates(of)
  const upcoming = [...data, ...undated]
  return (
    <PagePart title="dates.part.upcoming" count={total + undated.length} actions={actions}>
      {error && <Alert severity="error">{error.message}</Alert>}
      {upcoming.length === 0 && !isPending && (
        <Typography color="textSecondary">{translate('dates.part.none')}</Typography>
      )}
      <DateRows of={of} dates={upcoming} label={translate('dates.part.upcoming')} />
      <FoldedContent title={translate('dates.part.past')}>
        <PastDates of={of} />
      </FoldedContent>
      <Button component={Link} to={dateListPath(of)} size="small">
        {translate('dates.part.all')}
      </Button>
    </PagePart>
  )
}
