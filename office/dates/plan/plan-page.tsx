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
  event_id?: number
  source_id?: number
  take: string[]
  kind: 'weeks' | 'weekdays' | 'days'
  first?: string
  count: number
  every: number
  length: number
  weekdays?: number[]
  dayList?: string
  withoutWeekends: boolean
  withoutHolidays: boolean
  fill_hours: boolean
  publish: boolean
  [field: string]: unknown
}

const contentFields = [
  'status',
  'format',
  'participants_min',
  'participants_max',
  'location_ids',
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
      const days = await untypedApi<{ start_date: string; end_date: string }>(
        'GET',
        `/date-rule${toQueryString({
          kind: values.kind,
          first: values.first,
          count: values.count,
          every: values.every,
          length: values.length,
          weekdays: values.weekdays,
          days: values.kind === 'days' ? typed.map(parseDay) : undefined,
          withoutWeekends: values.withoutWeekends,
          withoutHolidays: values.withoutHolidays,
        })}`,
      )
      const times = {
        start_time: String(values['start_time'] ?? ''),
        end_time: String(values['end_time'] ?? ''),
      }
      setPlan({ values, rows: days.map((day) => ({ ...day, ...times, identifier: '', chosen: true })) })
    } catch (error) {
      if (error instanceof ApiError && error.details.length > 0)
        return Object.fromEntries(
          error.details.map(({ field, message }) => [
            field === 'days' ? 'dayList' : field,
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
    const trainer = Number(values['trainer_id'] ?? 0)
    setBusy(true)
    setFieldErrors({})
    try {
      const created = await untypedApi<{ id: number }>('POST', '/dates/plan', {
        ...(values.source_id ? { source_id: values.source_id, take: values.take } : {}),
        content: {
          event_id: values.event_id,
          client_id: client,
          ...content,
          ...(trainer ? { trainers: [{ trainer_id: trainer, is_main: true, is_listed: true }] } : {}),
        },
        fill_hours: values.fill_hours,
        publish: values.publish,
        dates: chosen.map(({ chosen: _chosen, identifier, ...row }) => ({
          ...row,
          ...(identifier ? { identifier } : {}),
        })),
      })
      notify('dates.plan.done', { messageArgs: { smart_count: created.length, count: created.length } })
      const filter = JSON.stringify({ event_id: values.event_id })
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
          event_id: Number(query.get('event')) || undefined,
          source_id: Number(query.get('source')) || undefined,
          take: ['hours', 'trainers', 'locations', 'prices', 'quota', 'files', 'people'],
          kind: 'weeks',
          count: 4,
          every: 1,
          length: 1,
          status: 'planned',
          format: 'onsite',
          start_time: '09:00',
          end_time: '17:00',
          withoutWeekends: true,
          withoutHolidays: true,
          fill_hours: true,
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
