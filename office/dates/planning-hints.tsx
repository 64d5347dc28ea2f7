// Hints about the days of a date before it is saved: overlaps of its trainers and rooms, absences, travel times.
import { Box, Button, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import type { EventDate } from '../catalogue/dates/event-date.ts'
import { api, errorText } from '../shell/api/api.ts'
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'

type Check = BodyOf<'POST', '/dates/check-days'>
export type CheckedDays = Answer<'POST', '/dates/check-days'>

/** The server's hints about the days of dates, one entry each; undefined: none yet. */
export function useCheckedDays(check: Check | undefined): CheckedDays[] | undefined {
  const mayEdit = useHasRight('catalogue:edit')
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
          key={hint.field + hint.message}
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

/** The hints of a date, and the next free day. `number`: that of the date on the page. */
export function CheckedHints({
  checked,
  number,
  take,
}: {
  checked: CheckedDays | undefined
  number: number
  take: (day: string) => void
}) {
  const translate = useTranslate()
  const format = useFormat()
  if (!checked) return null
  const { hints, freeStartDate } = checked
  const day = format.date(freeStartDate)
  return (
    <Box sx={{ whiteSpace: 'normal', maxWidth: 320 }}>
      <PlanningHints hints={hints} />
      {freeStartDate && (
        <Button
          size="small"
          onClick={() => take(freeStartDate)}
          aria-label={translate('dates.plan.takeDayOfRow', { day, number })}
        >
          {translate('dates.plan.takeDay', { day })}
        </Button>
      )}
    </Box>
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
] as const

/** Clears the errors of overlaps that the server found when the date was saved, when there are none any more. */
function useClearOverlapErrors(checked: CheckedDays | undefined): void {
  const { clearErrors, getFieldState, getValues } = useFormContext<Pick<EventDate, 'trainers' | 'roomIds'>>()
  const isFree = checked?.hints.every(({ isForbidden }) => !isForbidden)
  useEffect(() => {
    if (!isFree) return
    const trainers = (getValues('trainers') ?? []).flatMap(({ trainerId }, index) =>
      trainerId ? [`trainers.${index}.trainerId` as const] : [],
    )
    for (const name of [...trainers, 'roomIds' as const])
      if (getFieldState(name).error?.type === 'server') clearErrors(name)
  }, [isFree, clearErrors, getFieldState, getValues])
}

/** The hints of the date in a form, as soon as the user changes what they depend on. */
export function FormPlanningHints() {
  const record = useRecordContext<EventDate>()
  const { dirtyFields } = useFormState()
  const values = useWatch<Record<string, unknown>>()
  const isChanged = fieldNames.some((name) => dirtyFields[name])
  // A day that the user has not completed is false.
  const content = Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = values[name]
      const isGiven = typeof value === 'boolean' ? name === 'isActive' : value !== null && value !== undefined
      return isGiven ? [[name, value]] : []
    }),
  ) as NonNullable<Check['content']>
  const check: Check = {
    ...(record?.id ? { dateId: record.id } : {}),
    content: {
      ...content,
      trainers: (content.trainers ?? []).filter(({ trainerId }) => trainerId),
      sessionDays: (content.sessionDays ?? [])
        .filter(({ day }) => day)
        .map(({ day, startTime, endTime }) => ({
          day,
          startTime: startTime || '',
          endTime: endTime || '',
        })),
    },
    dates: [{}],
  }
  // A series takes place at the dates of its modules.
  const isSeries = ((values['modules'] as unknown[] | undefined) ?? []).length > 0
  const [checked] = useCheckedDays(isChanged && !isSeries ? check : undefined) ?? []
  useClearOverlapErrors(checked)
  return <PlanningHints hints={checked?.hints} />
}
