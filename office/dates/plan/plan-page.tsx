// Plans several dates: a recurrence rule, then a preview in which each date can be changed or omitted.
import { Alert, Button, Card, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { Form, Title } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { ClearUnregisteredErrors } from '../../shell/form/record-form.tsx'
import { defaultCopyGroups } from '../actions/copy-dialog.tsx'
import { PatternFields } from './plan-fields.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { type PlanForm, type PlannedDate, toRecurrence } from './plan-request.ts'

/** Reports the values of its form. */
function FormValues({ onChange }: { onChange: (values: string) => void }) {
  const values = JSON.stringify(useWatch())
  useEffect(() => onChange(values), [values, onChange])
  return null
}

interface PlanState {
  values: PlanForm
  dates: PlannedDate[]
  /** The values of the form that the preview shows. */
  shown: string
  count: number
}

export function PlanPage() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const [plan, setPlan] = useState<PlanState>()
  const [formValues, setFormValues] = useState('')
  const { submit, busy } = useAction(
    (values: PlanForm) => api('GET', '/date-plans/preview', { query: toRecurrence(values) }),
    {
      onSuccess: (days, values) => {
        const times = { startTime: values.startTime ?? '', endTime: values.endTime ?? '' }
        const dates = days.map((day) => ({ ...day, ...times, identifier: '', isChosen: !day.omitted }))
        setPlan({ values, dates, shown: formValues, count: (plan?.count ?? 0) + 1 })
      },
    },
  )
  const isCurrent = plan?.shown === formValues
  return (
    <Card sx={{ p: 2, mt: 1, maxWidth: 1100 }}>
      <Title title={translate('dates.plan.title')} />
      <Typography variant="h1">{translate('dates.plan.title')}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('dates.plan.intro')}
      </Typography>
      <Form
        // react-admin does not know the fields of a form.
        onSubmit={(values: object) => submit(values as PlanForm)}
        defaultValues={{
          eventId: Number(query.get('event')) || undefined,
          sourceDateId: Number(query.get('source')) || undefined,
          include: defaultCopyGroups,
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
        <ClearUnregisteredErrors />
        <FormValues onChange={setFormValues} />
        <Button type="submit" variant={isCurrent ? 'outlined' : 'contained'} loading={busy} sx={{ mt: 1 }}>
          {translate('dates.plan.preview')}
        </Button>
      </Form>
      {plan && isCurrent && <PlanPreview key={plan.count} values={plan.values} dates={plan.dates} />}
      {plan && !isCurrent && (
        <Alert severity="info" sx={{ mt: 3 }}>
          {translate('dates.plan.changed')}
        </Alert>
      )}
    </Card>
  )
}
