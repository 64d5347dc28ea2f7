// Public holidays, of the state that the settings name.
import { Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { api } from '../shell/api/api.ts'
import { queryOf } from '../shell/api/list-query.ts'
import { daysFrom } from './days.ts'

interface Holidays {
  region: string
  days: { day: string; name: string }[]
}

/** Those of whole years, so that neighbours ask once. */
export function useHolidays(from: string | undefined, to = from): Holidays | undefined {
  const range = from && to && { from: `${from.slice(0, 4)}-01-01`, to: `${to.slice(0, 4)}-12-31` }
  const { data } = useQuery({
    queryKey: ['holidays', range],
    queryFn: async () => (await api<Holidays>('GET', `/holidays${queryOf({ ...(range || {}) })}`))[0],
    enabled: Boolean(range),
    placeholderData: keepPreviousData,
  })
  return data
}

/** What lasts longer does not take place on every day. */
const mostInARow = 14

interface HintProps {
  from: string
  to: string
  /** The days on which it takes place, where they are known. */
  days?: string[]
}

/** Says which public holidays a date touches, if any. */
export function HolidayHint({ from, to, days = [] }: HintProps) {
  const translate = useTranslate()
  const held = days.length > 0 ? days : daysFrom(from, to)
  const isUnclear = days.length === 0 && held.length > mostInARow
  const known = useHolidays(isUnclear ? undefined : held[0], held.at(-1))
  const touched = known?.days.filter(({ day }) => !isUnclear && held.includes(day)) ?? []
  if (touched.length === 0) return null
  const names = touched.map(({ name }) => translate(`dates.holiday.${name}`))
  return (
    <Typography variant="body2" color="warning" role="status">
      {translate('dates.holidayHint', { smart_count: names.length, names: names.join(', ') })}
    </Typography>
  )
}

/** The same of a form. */
export function HolidayOfForm({ at = '' }: { at?: string }) {
  const [from, to, hours] = useWatch({ name: ['start_date', 'end_date', 'hours'].map((name) => at + name) })
  const days = ((hours ?? []) as { day?: string }[]).flatMap(({ day }) => day || []).toSorted()
  return <HolidayHint from={from ?? ''} to={to ?? ''} days={days} />
}
