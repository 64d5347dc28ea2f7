// The facts of a date: when, where, who teaches, seats, price.
import { Box, Typography } from '@mui/material'
import { useGetMany, useGetRecordRepresentation, useTranslate } from 'ra-core'
import type { EventDate, ListedDate } from '../../catalogue/dates/event-date.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { OccupancyBar, useOccupancyText } from '../../catalogue/dates/occupancy.tsx'
import { PriceLines } from '../../catalogue/price-lines.tsx'
import type { RecordOf, RowOf } from '../../shell/api/endpoints.ts'
import { useFormat } from '../../shell/language/format.ts'
import { Fact, Facts, RecordLink } from '../../shell/page/facts.tsx'

/** More session days than these are a count. */
const maxSessionDays = 5

const times = (start: string, end: string): string => [start, end].filter(Boolean).join('–')

function Period({ date }: { date: EventDate }) {
  const translate = useTranslate()
  const format = useFormat()
  const { sessionDays } = date
  return (
    <Fact label="dates.page.when">
      <div>{format.span(date.startDate, date.endDate) || translate('dates.noDay')}</div>
      {sessionDays.length === 0 && <div>{times(date.startTime, date.endTime)}</div>}
      {sessionDays.length > maxSessionDays
        ? translate('dates.page.sessionDays', { smart_count: sessionDays.length })
        : sessionDays.map(({ day, startTime, endTime, comment }, index) => (
            // Two sessions can be on one day at the same time.
            <div key={`${index} ${day}`}>
              {[sessionDays.length > 1 && format.date(day), times(startTime, endTime), comment]
                .filter(Boolean)
                .join(' · ')}
            </div>
          ))}
    </Fact>
  )
}

function Locations({ date }: { date: EventDate }) {
  const { nameOf } = useLookups()
  const { data = [] } = useGetMany<RecordOf<'locations'>>(
    'locations',
    { ids: date.locationIds },
    { enabled: date.locationIds.length > 0 },
  )
  return (
    <Fact label="dates.page.where">
      {data.map(({ id, name, rooms }) => {
        const used = rooms.filter((room) => date.roomIds.includes(room.id)).map((room) => room.name)
        return (
          <div key={id}>
            <RecordLink to={`/locations/${id}`}>{name}</RecordLink>
            {used.length > 0 && `, ${used.join(', ')}`}
          </div>
        )
      })}
      {(date.locationIds.length === 0 || date.format !== 'onsite') && (
        <div>{nameOf('format', date.format) || '–'}</div>
      )}
    </Fact>
  )
}

function Trainers({ date }: { date: EventDate }) {
  const translate = useTranslate()
  const nameOf = useGetRecordRepresentation('trainers')
  const ids = date.trainers.map(({ trainerId }) => trainerId)
  const { data = [] } = useGetMany<RowOf<'trainers'>>('trainers', { ids }, { enabled: ids.length > 0 })
  return (
    <Fact label="dates.section.trainers">
      {ids.length === 0 && translate('shell.page.none')}
      {data.map((trainer) => (
        <div key={trainer.id}>
          <RecordLink to={`/trainers/${trainer.id}`}>{nameOf(trainer)}</RecordLink>
        </div>
      ))}
    </Fact>
  )
}

function Seats({ date }: { date: EventDate }) {
  const text = useOccupancyText()(date)
  return (
    <Fact label="dates.section.seats">
      <Box sx={{ maxWidth: 160 }}>
        <OccupancyBar date={date} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {text}
      </Typography>
    </Fact>
  )
}

const Prices = ({ date }: { date: EventDate }) => (
  <Fact label="dates.tab.prices">
    <PriceLines prices={date.prices} />
  </Fact>
)

type LinkedDate = Pick<ListedDate, 'id' | 'startDate' | 'displayTitle'>

function LinkedDates({ label, dates }: { label: string; dates: readonly LinkedDate[] }) {
  const format = useFormat()
  if (dates.length === 0) return null
  return (
    <Fact label={label}>
      {dates.map(({ id, startDate, displayTitle }) => (
        <div key={id}>
          <RecordLink to={`/dates/${id}`}>
            {[format.date(startDate), displayTitle].filter(Boolean).join(' · ')}
          </RecordLink>
        </div>
      ))}
    </Fact>
  )
}

/** The dates of the modules of a series. */
function ModuleDates({ date }: { date: EventDate }) {
  const ids = date.modules.flatMap((module) => module.dates.map(({ linkedDateId }) => linkedDateId))
  const { data = [] } = useGetMany<ListedDate>('dates', { ids }, { enabled: ids.length > 0 })
  return <LinkedDates label="dates.tab.series" dates={data} />
}

export const DateOverview = ({ date }: { date: EventDate }) => (
  <Facts>
    <Period date={date} />
    <Locations date={date} />
    <Trainers date={date} />
    <Seats date={date} />
    <Prices date={date} />
    <ModuleDates date={date} />
    <LinkedDates label="dates.partOf" dates={date.series} />
  </Facts>
)
