// Hints about the days of a date: the public holidays of the state in the settings, Sundays, the past.
import { Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { addDays, daysBetween, daysHeld, weekdayOf } from '../catalogue/dates/days.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useToday } from '../shell/language/today.ts'

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

interface HintProps {
  from: string
  to: string
  /** The session days, if the date has any. */
  days?: string[]
  /** Whether the days are being chosen: then Sundays and days in the past are reported, too. */
  isChoice?: boolean
}

const isSunday = (day: string) => weekdayOf(day) === 7

/** The hints about the days of a date. */
export function DayHints({ from, to, days = [], isChoice = false }: HintProps) {
  const translate = useTranslate()
  const today = useToday()
  const heldOn = daysHeld(from, to, days)
  const holidays = useHolidays(heldOn[0], heldOn.at(-1))
  const affected = holidays?.days.filter(({ day }) => heldOn.includes(day)) ?? []
  const names = affected.map(({ name }) => translate(`dates.holiday.${name}`))
  const hints = [
    ...(names.length > 0
      ? [translate('dates.hint.holiday', { smart_count: names.length, names: names.join(', ') })]
      : []),
    ...(isChoice && heldOn.some(isSunday) ? [translate('dates.hint.sunday')] : []),
    ...(isChoice && (heldOn.at(-1) ?? (to || from || today)) < today ? [translate('dates.hint.past')] : []),
  ]
  if (hints.length === 0) return null
  return (
    <Typography variant="body2" color="warning" role="status">
      {hints.map((hint) => (
        <span key={hint} style={{ display: 'block' }}>
          {hint}
        </span>
      ))}
    </Typography>
  )
}

/** The hints about the days of a date that would begin on another day. */
export function MovedDayHints({
  date: { startDate, endDate, sessionDays },
  start,
}: {
  date: { startDate: string; endDate: string; sessionDays: readonly (string | { day: string })[] }
  start: string
}) {
  const move = (day: string) => addDays(day, startDate ? daysBetween(startDate, start) : 0)
  const days = sessionDays.flatMap((one) => (typeof one === 'string' ? one : one.day) || []).map(move)
  return (
    <DayHints
      from={start}
      to={startDate && endDate ? move(endDate) : start}
      days={days.toSorted()}
      isChoice
    />
  )
}

/** The same for the date in a form. */
export function FormDayHints({ at = '' }: { at?: string }) {
  const record = useRecordContext<{ startDate?: string; endDate?: string }>()
  const [from = '', to = '', sessionDays] = useWatch({
    name: ['startDate', 'endDate', 'sessionDays'].map((name) => at + name),
  })
  const days = ((sessionDays ?? []) as { day?: string }[]).flatMap(({ day }) => day || []).toSorted()
  const isChoice = from !== record?.startDate || to !== record?.endDate
  return <DayHints from={from} to={to} days={days} isChoice={isChoice} />
}
