// Hints about the days of a date before it is saved: overlaps of its trainers and rooms, absences, travel times.
import { Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { useFormState, useWatch } from 'react-hook-form'
import { api, errorText } from '../shell/api/api.ts'
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import type { EventDate } from './event-date.ts'

type Check = BodyOf<'POST', '/dates/check-days'>
export type CheckedDays = Answer<'POST', '/dates/check-days'>

/** What the server says about the days of dates, one entry each; undefined: nothing yet. */
export function useCheckedDays(check: Check | undefined): CheckedDays[] | undefined {
  const mayEdit = useHasRight('100100')
  const { data } = useQuery({
    queryKey: ['check-days', check],
    queryFn: () => api('POST', '/dates/check-days', { body: check! }),
    enabled: mayEdit && check !== undefined,
    placeholderData: keepPreviousData,
    // Other users plan, too.
    staleTime: 0,
  })
  return check && data
}

export function PlanningHints({ hints = [] }: { hints?: CheckedDays['hints'] | undefined }) {
  const translate = useTranslate()
  if (hints.length === 0) return null
  return (
    <div role="status">
      {hints.map((hint) => (
        <Typography
          key={hint.field + hint.code}
          variant="body2"
          color={hint.isForbidden ? 'error' : 'warning'}
        >
          {hint.isForbidden
            ? translate('dates.hint.notAllowed', { hint: errorText(hint) })
            : `${errorText(hint)}.`}
        </Typography>
      ))}
    </div>
  )
}

const fieldNames = [
  'status',
  'isActive',
  'startDate',
  'endDate',
  'startTime',
  'endTime',
  'participantsMax',
  'locationIds',
  'roomIds',
  'sessionDays',
  'trainers',
  'modules',
] as const

/** The hints of the date in a form, as soon as the user changes what they depend on. */
export function FormPlanningHints() {
  const record = useRecordContext<EventDate>()
  const { dirtyFields } = useFormState()
  const values = useWatch<Record<string, unknown>>()
  const isChanged = fieldNames.some((name) => dirtyFields[name])
  const content = Object.fromEntries(
    fieldNames.flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  ) as NonNullable<Check['content']>
  const check: Check = {
    ...(record?.id ? { dateId: record.id } : {}),
    content: {
      ...content,
      // Rows that the user has not completed yet.
      trainers: (content.trainers ?? []).filter(({ trainerId }) => trainerId),
      sessionDays: (content.sessionDays ?? []).filter(({ day }) => day),
    },
    dates: [{}],
  }
  const [checked] = useCheckedDays(isChanged ? check : undefined) ?? []
  return <PlanningHints hints={checked?.hints} />
}
