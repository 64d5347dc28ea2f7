// The dates of a plan before they are created: each can be changed or omitted.
import {
  Alert,
  Button,
  Checkbox,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { useSession } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/app/format.ts'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { HolidayHint } from '../holidays.tsx'
import { type PlanForm, type PlannedDate, toPlan } from './plan-request.ts'

const columns = [
  ['startDate', 'date'],
  ['endDate', 'date'],
  ['startTime', 'time'],
  ['endTime', 'time'],
  ['identifier', 'text'],
] as const

interface PreviewForm {
  dates: PlannedDate[]
}

export function PlanPreview({ values, dates: plannedDates }: { values: PlanForm; dates: PlannedDate[] }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const format = useFormat()
  const clientId = useSession()?.defaultClientId ?? 0
  const notifyFieldErrors = useNotifyFieldErrors()
  const { control, register, handleSubmit, setError, formState } = useForm<PreviewForm>({
    defaultValues: { dates: plannedDates },
  })
  const dates = useWatch({ control, name: 'dates' })
  const chosenCount = dates.filter(({ isChosen }) => isChosen).length

  const { run, busy } = useAction(
    (form: PreviewForm) => api('POST', '/date-plans', { body: toPlan(values, clientId, form.dates) }),
    {
      success: (created) => ['dates.plan.done', { smart_count: created.length }],
      onSuccess: () => {
        const filter = JSON.stringify({ eventIds: [values.eventId] })
        navigate(`/dates?filter=${encodeURIComponent(filter)}&sort=id&order=DESC`)
      },
      onError: (error, form) => {
        // The request has only the chosen dates: `dates[1].endDate` is an error of the second of them.
        const chosenIndexes = form.dates.flatMap(({ isChosen }, index) => (isChosen ? [index] : []))
        let isShown = error.details.length > 0
        for (const { field, message } of error.details) {
          const [, nth, name] = /^dates\[(\d+)\]\.(\w+)$/.exec(field) ?? []
          const column = columns.find(([one]) => one === name)?.[0]
          if (column) setError(`dates.${chosenIndexes[Number(nth)]!}.${column}`, { message })
          else isShown = false
        }
        return isShown || notifyFieldErrors(error)
      },
    },
  )

  if (plannedDates.length === 0)
    return (
      <Alert severity="info" sx={{ mt: 3 }}>
        {translate('dates.plan.empty')}
      </Alert>
    )
  return (
    <Stack
      component="form"
      onSubmit={handleSubmit((form) => run(form))}
      spacing={2}
      sx={{ mt: 3, alignItems: 'flex-start' }}
    >
      <Typography variant="h2" aria-live="polite">
        {translate('dates.plan.previewTitle', { smart_count: dates.length })}
      </Typography>
      <TableContainer>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('dates.plan.include')}</TableCell>
              <TableCell />
              {columns.map(([name]) => (
                <TableCell key={name}>{translate(`resources.dates.fields.${name}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {dates.map(({ isChosen, startDate, endDate }, index) => (
              <TableRow key={index} sx={isChosen ? {} : { opacity: 0.6 }}>
                <TableCell padding="checkbox">
                  <Controller
                    control={control}
                    name={`dates.${index}.isChosen`}
                    render={({ field: { value, ref, ...field } }) => (
                      <Checkbox
                        {...field}
                        checked={value}
                        slotProps={{
                          input: {
                            ref,
                            'aria-label': translate('dates.plan.includeRow', { number: index + 1 }),
                          },
                        }}
                      />
                    )}
                  />
                </TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap', px: 1 }}>
                  {format.span(startDate, endDate)}
                  <HolidayHint from={startDate} to={endDate} />
                </TableCell>
                {columns.map(([name, type]) => {
                  const { ref, ...input } = register(`dates.${index}.${name}`)
                  const error = isChosen ? formState.errors.dates?.[index]?.[name] : undefined
                  return (
                    <TableCell key={name} sx={{ px: 0.75 }}>
                      <TextField
                        {...input}
                        inputRef={ref}
                        type={type}
                        margin="none"
                        disabled={!isChosen}
                        error={error !== undefined}
                        helperText={error?.message}
                        slotProps={{
                          htmlInput: {
                            'aria-label': `${translate(`resources.dates.fields.${name}`)} ${index + 1}`,
                          },
                        }}
                        sx={{ minWidth: type === 'time' ? 104 : 140 }}
                      />
                    </TableCell>
                  )
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Button type="submit" variant="contained" loading={busy} disabled={chosenCount === 0}>
        {translate('dates.plan.create', { smart_count: chosenCount })}
      </Button>
    </Stack>
  )
}
