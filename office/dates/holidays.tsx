// Public holidays of the state in the settings.
import { Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { daysInRange } from './days.ts'

export type Holidays = Answer<'GET', '/holidays'>

/** The holidays of whole years, so that the results are shared. */
export function useHolidays(from: string | undefined, to = from): Holidays | undefined {
  const range = { from: `${from?.slice(0, 4)}-01-01`, to: `${to?.slice(0, 4)}-12-31` }
  const { data } = useQuery({
    queryKey: ['holidays', range],
    queryFn: async () => (await api('GET', '/holidays', { query: range }))[0],
    enabled: Boolean(from && to),
    placeholderData: keepPreviousData,
  })
  return data
}

/** Longer dates do not take place every day. */
const maxRangeDays = 14

interface HintProps {
  from: string
  to: string
  /** The session days, if the date has any. */
  days?: string[]
}

/** The public holidays during a date, if any. */
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

/** The same for the date in a form. */
export function FormHolidayHint({ at = '' }: { at?: string }) {
  const [from, to, sessionDays] = useWatch({
    name: ['startDate', 'endDate', 'sessionDays'].map((name) => at + name),
  })
  const days = ((sessionDays ?? []) as { day?: string }[]).flatMap(({ day }) => day || []).toSorted()
  return <HolidayHint from={from ?? ''} to={to ?? ''} days={days} />
}
