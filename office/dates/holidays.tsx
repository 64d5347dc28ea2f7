// Public holidays, of the state that the settings name.
import { Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { untypedApi } from '../shell/api/api.ts'
import { toQueryString } from '../shell/api/query-string.ts'
import { daysInRange } from './days.ts'

interface Holidays {
  region: string
  days: { day: string; name: string }[]
}

/** Those of whole years, so that neighbours ask once. */
export function useHolidays(from: string | undefined, to = from): Holidays | undefined {
  const range = from && to && { from: `${from.slice(0, 4)}-01-01`, to: `${to.slice(0, 4)}-12-31` }
  const { data } = useQuery({
    queryKey: ['holidays', range],
    queryFn: async () =>
      (await untypedApi<Holidays>('GET', `/holidays${toQueryString({ ...(range || {}) })}`))[0],
    enabled: Boolean(range),
    placeholderData: keepPreviousData,
  })
  return data
}

/** What lasts longer does not take place on every day. */
const maxRangeDays = 14

interface HintProps {
  from: string
  to: string
  /** The days on which it takes place, where they are known. */
  days?: string[]
}

/** Says which public holidays a date touches, if any. */
export function HolidayHint({ from, to, days = [] }: HintProps) {
  const translate = useTranslate()
  const dateDays = days.length > 0 ? days : daysInRange(from, to)
  const isTooLong = days.length === 0 && dateDays.length > maxRangeDays
  const holidays = useHolidays(isTooLong ? undefined : dateDays[0], dateDays.at(-1))
  const affected = holidays?.days.filter(({ day }) => !isTooLong && dateDays.includes(day)) ?? []
  if (affected.length === 0) return null
  const names = affected.map(({ name }) => translate(`dates.holiday.${name}`))
  return (
    <Typography variant="body2" color="warning" role="status">
      {translate('dates.holidayHint', { smart_count: names.length, names: names.join(', ') })}
    </Typography>
  )
}

/** The same of a form. */
export function FormHolidayHint({ at = '' }: { at?: string }) {
  const [from, to, sessionDays] = useWatch({
    name: ['startDate', 'endDate', 'sessionDays'].map((name) => at + name),
  })
  const days = ((sessionDays ?? []) as { day?: string }[]).flatMap(({ day }) => day || []).toSorted()
  return <HolidayHint from={from ?? ''} to={to ?? ''} days={days} />
}
