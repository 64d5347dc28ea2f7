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
import type { ComponentProps } from 'react'
import {
  type Control,
  Controller,
  type UseFormReturn,
  useController,
  useForm,
  useWatch,
} from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { addDays, daysBetween } from '../../catalogue/dates/days.ts'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { useSession } from '../../shell/api/session.ts'
import { DateInputField, TimeInputField } from '../../shell/form/date-time-field.tsx'
import { useFormat } from '../../shell/language/format.ts'
import { DayHints } from '../day-hints.tsx'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { CheckedHints, useCheckedDays } from '../planning-hints.tsx'
import { type PlanForm, type PlannedDate, toCheck, toPlan } from './plan-request.ts'

const columns = ['startDate', 'endDate', 'startTime', 'endTime', 'identifier'] as const
type Column = (typeof columns)[number]

interface PreviewForm {
  dates: PlannedDate[]
}

const widths = { startDate: 160, endDate: 160, startTime: 90, endTime: 90, identifier: 220 }

/** The head of the table shows the labels of the fields. */
const withoutLabels = {
  '& label': { clipPath: 'inset(50%)' },
  '& fieldset': { top: 0 },
  '& legend': { display: 'none' },
  '& .MuiFormControl-root': { my: 0.5 },
  '& .MuiPickersSectionList-root': { width: 'auto' },
}

interface CellProps {
  control: Control<PreviewForm>
  name: Column
  index: number
  disabled: boolean
  errorText: string | undefined
}

function PreviewCell({ control, name, index, disabled, errorText }: CellProps) {
  const translate = useTranslate()
  const { field } = useController({ control, name: `dates.${index}.${name}` })
  const { ref, value, onChange, onBlur } = field
  const label = `${translate(`resources.dates.fields.${name}`)} ${index + 1}`
  const common = { label, disabled, error: errorText !== undefined, helperText: errorText }
  if (name === 'identifier') return <TextField {...common} {...field} inputRef={ref} />
  const Field = name === 'startDate' || name === 'endDate' ? DateInputField : TimeInputField
  return <Field {...common} inputRef={ref} value={value} onChange={onChange} onBlur={onBlur} />
}

interface RowProps {
  index: number
  rowName: string
  form: UseFormReturn<PreviewForm>
  date: PlannedDate
  checked: ComponentProps<typeof CheckedHints>['checked']
  onMove: (day: string) => void
}

function PreviewRow({ index, rowName, form, date, checked, onMove }: RowProps) {
  const translate = useTranslate()
  const format = useFormat()
  const { control, formState } = form
  const { isChosen, startDate, endDate, omitted } = date
  return (
    <TableRow sx={isChosen ? {} : { opacity: 0.6 }}>
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
        {rowName}: {format.span(startDate, endDate)}
        {omitted && (
          <Typography variant="body2" color="textSecondary">
            {translate(`dates.plan.omitted.${omitted}`)}
          </Typography>
        )}
        <DayHints from={startDate} to={endDate} isChoice />
        <CheckedHints checked={checked} number={index + 1} take={onMove} />
      </TableCell>
      {columns.map((name) => (
        <TableCell key={name} sx={{ px: 0.5, width: widths[name], minWidth: widths[name] }}>
          <PreviewCell
            control={control}
            name={name}
            index={index}
            disabled={!isChosen}
            errorText={isChosen ? formState.errors.dates?.[index]?.[name]?.message : undefined}
          />
        </TableCell>
      ))}
    </TableRow>
  )
}

/** Creates the chosen dates; shows errors at their fields. */
function useCreation(values: PlanForm, { setError }: UseFormReturn<PreviewForm>) {
  const navigate = useNavigate()
  const clientId = useSession()?.defaultClientId ?? 0
  const notifyFieldErrors = useNotifyFieldErrors()
  return useAction(
    ({ dates }: PreviewForm) => api('POST', '/date-plans', { body: toPlan(values, clientId, dates) }),
    {
      success: (created) => ['dates.plan.done', { smart_count: created.length }],
      onSuccess: () => {
        const filter = JSON.stringify({ eventIds: [values.eventId] })
        navigate(`/dates?filter=${encodeURIComponent(filter)}&sort=id&order=DESC`)
      },
      onError: (error, { dates }) => {
        // `dates[1].endDate` is an error of the second chosen date.
        const sentIndexes = dates.flatMap(({ isChosen }, index) => (isChosen ? [index] : []))
        let isShown = error.details.length > 0
        for (const { field, message } of error.details) {
          const [, nth, name] = /^dates\[(\d+)\]\.(\w+)$/.exec(field) ?? []
          const column = columns.find((one) => one === name)
          if (column) setError(`dates.${sentIndexes[Number(nth)]!}.${column}`, { message })
          else isShown = false
        }
        return isShown || notifyFieldErrors(error)
      },
    },
  )
}

export function PlanPreview({ values, dates: plannedDates }: { values: PlanForm; dates: PlannedDate[] }) {
  const translate = useTranslate()
  const form = useForm<PreviewForm>({
    defaultValues: { dates: plannedDates },
  })
  const { control, handleSubmit, setValue } = form
  const dates = useWatch({ control, name: 'dates' })
  const rowName = (index: number) => translate('dates.plan.row', { number: index + 1 })
  // The requests have only the chosen dates.
  const chosenIndexes = dates.flatMap(({ isChosen }, index) => (isChosen ? [index] : []))
  const chosenCount = chosenIndexes.length
  const checkedDays = useCheckedDays(toCheck(values, dates, rowName))
  const checkedOf = (index: number) => checkedDays?.[chosenIndexes.indexOf(index)]
  const moveTo = (index: number, start: string): void => {
    const { startDate, endDate } = dates[index]!
    setValue(`dates.${index}.startDate`, start)
    setValue(`dates.${index}.endDate`, addDays(start, endDate ? daysBetween(startDate, endDate) : 0))
  }

  const { run, busy } = useCreation(values, form)

  if (plannedDates.length === 0)
    return (
      <Alert severity="info" sx={{ mt: 3 }}>
        {translate('dates.plan.empty')}
      </Alert>
    )
  return (
    <Stack
      component="form"
      onSubmit={handleSubmit((filled) => run(filled))}
      spacing={2}
      sx={{ mt: 3, alignItems: 'flex-start' }}
    >
      <Typography variant="h2" aria-live="polite">
        {translate('dates.plan.previewTitle', { smart_count: chosenCount })}
      </Typography>
      <TableContainer>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('dates.plan.include')}</TableCell>
              <TableCell />
              {columns.map((name) => (
                <TableCell key={name} sx={{ px: 0.5 }}>
                  {translate(`resources.dates.fields.${name}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody sx={withoutLabels}>
            {dates.map((date, index) => (
              <PreviewRow
                key={index}
                index={index}
                rowName={rowName(index)}
                form={form}
                date={date}
                checked={checkedOf(index)}
                onMove={(day) => moveTo(index, day)}
              />
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
