// Public holidays, of the state that the settings name.
import { Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { api } from '../shell/api.ts'
import { queryOf } from '../shell/query.ts'

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

/** Says which public holidays a date touches, if any. */
export function HolidayHint({ from, to }: { from: string; to: string }) {
  const translate = useTranslate()
  const last = to >= from ? to : from
  const touched = useHolidays(from, last)?.days.filter(({ day }) => day >= from && day <= last) ?? []
  if (touched.length === 0) return null
  const names = touched.map(({ name }) => translate(`dates.holiday.${name}`))
  return (
    <Typography variant="body2" color="warning" role="status">
      {translate('dates.holidayHint', { smart_count: names.length, names: names.join(', ') })}
    </Typography>
  )
}

/** The same of a form's days. */
export function HolidayOfForm({ at = '' }: { at?: string }) {
  const [from, to] = useWatch({ name: [`${at}start_date`, `${at}end_date`] })
  return <HolidayHint from={from ?? ''} to={to ?? ''} />
}
