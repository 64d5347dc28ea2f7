// Several dates at once: a pattern, a preview in which each can be changed or left out, and all are made together.
import { Alert, Button, Card, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Form, Title, useNotify } from 'react-admin'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError, untypedApi } from '../../shell/api/api.ts'
import { toQueryString } from '../../shell/api/query-string.ts'
import { useServerMessage } from '../../shell/api/server-message.ts'
import { useSession } from '../../shell/api/session.ts'
import { parseDay } from '../days.ts'
import { PatternFields } from './plan-fields.tsx'
import { type PlannedRow, PlanPreview } from './plan-preview.tsx'

interface Values {
  eventId?: number
  sourceDateId?: number
  include: string[]
  kind: 'weeks' | 'weekdays' | 'days'
  startDate?: string
  count: number
  intervalWeeks: number
  durationDays: number
  weekdays?: number[]
  dayList?: string
  skipWeekends: boolean
  skipHolidays: boolean
  fillSessionDays: boolean
  publish: boolean
  [field: string]: unknown
}

const contentFields = [
  'status',
  'format',
  'participantsMin',
  'participantsMax',
  'locationIds',
  'title',
] as const

export function PlanPage() {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const translateMessage = useServerMessage()
  const [query] = useSearchParams()
  const client = useSession()?.defaultClientId ?? 0
  const [plan, setPlan] = useState<{ values: Values; rows: PlannedRow[] }>()
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  const showError = (error: unknown): void => {
    if (error instanceof ApiError && error.details.length > 0)
      setFieldErrors(
        Object.fromEntries(error.details.map(({ field, message }) => [field, translateMessage(message)])),
      )
    else
      notify(translateMessage(error instanceof Error ? error.message : 'shell.error.server'), {
        type: 'error',
      })
  }

  const preview = async (formValues: object): Promise<Record<string, string> | undefined> => {
    const values = formValues as Values
    const typed = (values.dayList ?? '').split(/[\n,;]+/).filter((text) => text.trim() !== '')
    const invalidDay = values.kind === 'days' && typed.find((text) => !parseDay(text))
    if (invalidDay) return { dayList: translate('dates.plan.dayWrong', { text: invalidDay.trim() }) }
    setFieldErrors({})
    try {
      const days = await untypedApi<{ startDate: string; endDate: string }>(
        'GET',
        `/date-plans/preview${toQueryString({
          kind: values.kind,
          startDate: values.startDate,
          count: values.count,
          intervalWeeks: values.intervalWeeks,
          durationDays: values.durationDays,
          weekdays: values.weekdays,
          dates: values.kind === 'days' ? typed.map(parseDay) : undefined,
          skipWeekends: values.skipWeekends,
          skipHolidays: values.skipHolidays,
        })}`,
      )
      const times = {
        startTime: String(values['startTime'] ?? ''),
        endTime: String(values['endTime'] ?? ''),
      }
      setPlan({ values, rows: days.map((day) => ({ ...day, ...times, identifier: '', chosen: true })) })
    } catch (error) {
      if (error instanceof ApiError && error.details.length > 0)
        return Object.fromEntries(
          error.details.map(({ field, message }) => [
            field === 'dates' ? 'dayList' : field,
            translateMessage(message),
          ]),
        )
      showError(error)
    }
    return undefined
  }

  const create = async (): Promise<void> => {
    if (!plan) return
    const { values, rows } = plan
    const chosen = rows.filter((row) => row.chosen)
    const content = Object.fromEntries(
      contentFields.flatMap((name) => {
        const value = values[name]
        return value === undefined || value === null || value === '' ? [] : [[name, value]]
      }),
    )
    const trainer = Number(values['trainerId'] ?? 0)
    setBusy(true)
    setFieldErrors({})
    try {
      const created = await untypedApi<{ id: number }>('POST', '/date-plans', {
        ...(values.sourceDateId ? { sourceDateId: values.sourceDateId, include: values.include } : {}),
        content: {
          eventId: values.eventId,
          clientId: client,
          ...content,
          ...(trainer ? { trainers: [{ trainerId: trainer, isMain: true, isListed: true }] } : {}),
        },
        fillSessionDays: values.fillSessionDays,
        publish: values.publish,
        dates: chosen.map(({ chosen: _chosen, identifier, ...row }) => ({
          ...row,
          ...(identifier ? { identifier } : {}),
        })),
      })
      notify('dates.plan.done', { messageArgs: { smart_count: created.length, count: created.length } })
      const filter = JSON.stringify({ eventIds: [values.eventId] })
      navigate(`/dates?filter=${encodeURIComponent(filter)}&sort=id&order=DESC`)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  const chosen = plan?.rows.filter((row) => row.chosen).length ?? 0
  return (
    <Card sx={{ p: 2, mt: 1, maxWidth: 1100 }}>
      <Title title={translate('dates.plan.title')} />
      <Typography variant="h1">{translate('dates.plan.title')}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('dates.plan.intro')}
      </Typography>
      <Form
        onSubmit={preview}
        defaultValues={{
          eventId: Number(query.get('event')) || undefined,
          sourceDateId: Number(query.get('source')) || undefined,
          include: ['sessionDays', 'trainers', 'locations', 'prices', 'hotelQuotas', 'files', 'people'],
          kind: 'weeks',
          count: 4,
          intervalWeeks: 1,
          durationDays: 1,
          status: 'planned',
          format: 'onsite',
          startTime: '09:00',
          endTime: '17:00',
          skipWeekends: true,
          skipHolidays: true,
          fillSessionDays: true,
          publish: false,
        }}
      >
        <PatternFields />
        <Button type="submit" variant={plan ? 'outlined' : 'contained'} sx={{ mt: 1 }}>
          {translate('dates.plan.preview')}
        </Button>
      </Form>
      {plan && (
        <Stack spacing={2} sx={{ mt: 3, alignItems: 'flex-start' }}>
          {plan.rows.length === 0 ? (
            <Alert severity="info">{translate('dates.plan.empty')}</Alert>
          ) : (
            <>
              <PlanPreview
                rows={plan.rows}
                fieldErrors={fieldErrors}
                onChange={(rows) => setPlan({ ...plan, rows })}
              />
              <Button variant="contained" loading={busy} disabled={chosen === 0} onClick={create}>
                {translate('dates.plan.create', { smart_count: chosen, count: chosen })}
              </Button>
            </>
          )}
        </Stack>
      )}
    </Card>
  )
}
