// Plans a series step by step; nothing is created before the last step.
import { Alert, Button, Card, Stack, Step, StepButton, Stepper, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Form, Title } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { useSession } from '../../shell/api/session.ts'
import { useFieldErrorText } from '../field-errors.ts'
import { CheckStep } from './series-check.tsx'
import { AboutStep, HotelStep, ModulesStep, PriceStep } from './series-steps.tsx'
import { emptySeries, formFieldOf, type SeriesValues, toSeriesRequest } from './series-values.ts'

const steps = [
  ['about', AboutStep],
  ['modules', ModulesStep],
  ['price', PriceStep],
  ['hotel', HotelStep],
  ['check', CheckStep],
] as const
const last = steps.length - 1

/** The step with a field of the request. */
const stepOf = (field: string): number =>
  field.startsWith('modules') ? 1 : /participants|price/.test(field) ? 2 : field.includes('hotel') ? 3 : 0

function Wizard() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const fieldErrorText = useFieldErrorText()
  const { trigger, getValues, reset, setError } = useFormContext<SeriesValues>()
  const publish = useWatch<SeriesValues, 'publish'>({ name: 'publish' })
  const [step, setStep] = useState(0)
  const [errorTexts, setErrorTexts] = useState<string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const [name, Content] = steps[step]!

  const goToStep = async (to: number): Promise<void> => {
    if (to > step && !(await trigger(undefined, { shouldFocus: true }))) return
    setErrorTexts([])
    setStep(Math.min(to, step + 1))
    heading.current?.focus()
  }

  const { run, busy } = useAction(
    () =>
      api('POST', '/series', { body: toSeriesRequest(getValues(), translate('dates.wizard.priceTitle')) }),
    {
      success: publish ? 'dates.wizard.donePublished' : 'dates.wizard.done',
      onSuccess: ([created]) => {
        // Else the form warns about unsaved values.
        reset(getValues())
        navigate(`/dates/${created!.id}`)
      },
      onError: ({ details }) => {
        if (details.length === 0) return false
        setErrorTexts(details.map(fieldErrorText))
        for (const { field, message } of details) {
          const name = formFieldOf(field)
          if (name) setError(name, { message })
        }
        setStep(Math.min(...details.map(({ field }) => stepOf(field))))
        return true
      },
    },
  )

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
          <Button variant="contained" loading={busy} onClick={() => run()}>
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
