// A training series, planned step by step; nothing is made before the last one.
import { Alert, Button, Card, Stack, Step, StepButton, Stepper, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Form, Title, useNotify } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'
import { ApiError, untypedApi } from '../../shell/api/api.ts'
import { useServerMessage } from '../../shell/api/server-message.ts'
import { useSession } from '../../shell/api/session.ts'
import { useFieldName } from '../../shell/history/field-name.ts'
import { CheckStep } from './series-check.tsx'
import { AboutStep, HotelStep, ModulesStep, PriceStep } from './series-steps.tsx'
import { emptySeries, type SeriesValues, toSeriesRequest } from './series-values.ts'

const steps = [
  ['about', AboutStep],
  ['modules', ModulesStep],
  ['price', PriceStep],
  ['hotel', HotelStep],
  ['check', CheckStep],
] as const
const last = steps.length - 1

/** The step that shows a field of the request. */
const stepOf = (field: string): number =>
  field.startsWith('modules') ? 1 : /participants|price/.test(field) ? 2 : field.includes('hotel') ? 3 : 0

function Wizard() {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const translateMessage = useServerMessage()
  const fieldName = useFieldName()
  const { trigger, getValues, reset } = useFormContext<SeriesValues>()
  const publish = useWatch<SeriesValues, 'publish'>({ name: 'publish' })
  const [step, setStep] = useState(0)
  const [errorTexts, setErrorTexts] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const [name, Content] = steps[step]!

  const goToStep = async (to: number): Promise<void> => {
    if (to > step && !(await trigger(undefined, { shouldFocus: true }))) return
    setErrorTexts([])
    setStep(Math.min(to, step + 1))
    heading.current?.focus()
  }

  const create = async (): Promise<void> => {
    setBusy(true)
    try {
      const [created] = await untypedApi<DateRecord>(
        'POST',
        '/series',
        toSeriesRequest(getValues(), translate('dates.wizard.priceTitle')),
      )
      notify(publish ? 'dates.wizard.donePublished' : 'dates.wizard.done')
      // The form is not left with something unsaved.
      reset(getValues())
      navigate(`/dates/${created!.id}`)
    } catch (error) {
      if (error instanceof ApiError && error.details.length > 0) {
        setErrorTexts(
          error.details.map(({ field, message }) => {
            const moduleMatch = /^modules\[(\d+)\]/.exec(field)
            const modulePrefix = moduleMatch
              ? `${translate('dates.wizard.module', { number: Number(moduleMatch[1]) + 1 })}, `
              : ''
            return `${modulePrefix}${fieldName('dates', field.split('.').at(-1) ?? field)}: ${translateMessage(message)}`
          }),
        )
        setStep(Math.min(...error.details.map(({ field }) => stepOf(field))))
      } else
        notify(translateMessage(error instanceof Error ? error.message : 'shell.error.server'), {
          type: 'error',
        })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Stepper nonLinear activeStep={step} sx={{ my: 2, flexWrap: 'wrap' }}>
        {steps.map(([one], index) => (
          <Step key={one} completed={index < step}>
            <StepButton onClick={() => goToStep(index)} disabled={index > step + 1}>
              {translate(`dates.wizard.steps.${one}`)}
            </StepButton>
          </Step>
        ))}
      </Stepper>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none', mb: 0.5 }}>
        {step + 1}. {translate(`dates.wizard.steps.${name}`)}
      </Typography>
      {errorTexts.length > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorTexts.map((errorText) => (
            <div key={errorText}>{errorText}</div>
          ))}
        </Alert>
      )}
      <Content />
      <Stack direction="row" spacing={1} sx={{ mt: 3 }}>
        {step > 0 && <Button onClick={() => goToStep(step - 1)}>{translate('dates.wizard.back')}</Button>}
        {step < last ? (
          <Button variant="contained" onClick={() => goToStep(step + 1)}>
            {translate('dates.wizard.next')}
          </Button>
        ) : (
          <Button variant="contained" loading={busy} onClick={create}>
            {translate(publish ? 'dates.wizard.createPublished' : 'dates.wizard.create')}
          </Button>
        )}
      </Stack>
    </>
  )
}

export function SeriesPage() {
  const translate = useTranslate()
  const client = useSession()?.defaultClientId ?? 0
  return (
    <Card sx={{ p: 2, mt: 1, maxWidth: 960 }}>
      <Title title={translate('dates.wizard.title')} />
      <Typography variant="h1">{translate('dates.wizard.title')}</Typography>
      <Typography color="textSecondary">{translate('dates.wizard.intro')}</Typography>
      <Form defaultValues={emptySeries(client)} mode="onChange" warnWhenUnsavedChanges>
        <Wizard />
      </Form>
    </Card>
  )
}
