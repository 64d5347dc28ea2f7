// The steps of planning a series, except for the last.
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Box, Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import { useEvent, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import {
  BooleanInput,
  NumberInput,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { addDays, daysBetween } from '../../catalogue/dates/days.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import {
  ClientInput,
  DateReferenceInput,
  LocationInput,
  TrainerInput,
} from '../../catalogue/dates/reference-inputs.tsx'
import { grossOf, netOf } from '../../catalogue/vat.ts'
import { DateInput, TimeInput } from '../../shell/form/date-time-inputs.tsx'
import { FieldGrid } from '../../shell/form/form-section.tsx'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { FormDayHints } from '../day-hints.tsx'
import { type CheckedDays, CheckedHints, useCheckedDays } from '../planning-hints.tsx'
import { EventOrTitle } from './event-or-title.tsx'
import { emptyModule, type SeriesValues, toPeopleAndPlaces } from './series-values.ts'

const field = (name: string) => `resources.dates.fields.${name}`

const Intro = ({ text }: { text: string }) => (
  <Typography color="textSecondary" sx={{ mb: 1.5 }}>
    {useTranslate()(text)}
  </Typography>
)

export function AboutStep() {
  const { choices } = useLookups()
  return (
    <>
      <Intro text="dates.wizard.aboutText" />
      <EventOrTitle source="event" label="dates.wizard.event" autoFocus />
      <FieldGrid min={220}>
        <TextInput source="identifier" label={field('identifier')} helperText="dates.wizard.optional" />
        <SelectInput
          source="format"
          label={field('format')}
          choices={choices('format')}
          validate={required()}
        />
        <ClientInput source="clientId" label={field('clientId')} />
      </FieldGrid>
    </>
  )
}

function ModuleFields({ index, checked }: { index: number; checked: CheckedDays | undefined }) {
  const { choices } = useLookups()
  const source = `modules.${index}`
  const { getValues, setValue } = useFormContext()
  const how = useWatch({ name: `${source}.how` })
  const validateNotBefore = (end: string, values: unknown) => {
    const start = (values as SeriesValues).modules[index]?.startDate
    return end && start && end < start ? 'dates.wizard.endBefore' : undefined
  }
  return (
    <>
      <FieldGrid min={230}>
        <RadioButtonGroupInput
          source={`${source}.how`}
          label={false}
          helperText={false}
          choices={[
            { id: 'new', name: 'dates.wizard.new' },
            { id: 'link', name: 'dates.wizard.link' },
          ]}
        />
        <SelectInput
          source={`${source}.moduleType`}
          label="dates.wizard.moduleType"
          helperText="dates.wizard.moduleTypeHelp"
          choices={choices('moduleType')}
          validate={required()}
        />
      </FieldGrid>
      {how === 'link' ? (
        <DateReferenceInput
          source={`${source}.linkedDateId`}
          label="dates.wizard.linkedDate"
          validate={required()}
        />
      ) : (
        <>
          <EventOrTitle source={`${source}.event`} label="dates.wizard.moduleEvent" />
          <FieldGrid>
            <DateInput
              source={`${source}.startDate`}
              label="dates.wizard.firstDay"
              validate={required()}
              onComplete={(start) => {
                if (!getValues(`${source}.endDate`)) setValue(`${source}.endDate`, start)
              }}
            />
            <DateInput
              source={`${source}.endDate`}
              label="dates.wizard.lastDay"
              validate={validateNotBefore}
            />
            <TimeInput source={`${source}.startTime`} label={field('startTime')} />
            <TimeInput source={`${source}.endTime`} label={field('endTime')} />
          </FieldGrid>
          <FormDayHints at={`${source}.`} />
          <FieldGrid min={280}>
            <TrainerInput source={`${source}.trainerId`} label="dates.wizard.trainer" />
            <LocationInput source={`${source}.locationId`} label="dates.wizard.location" />
          </FieldGrid>
          <ModuleHints index={index} checked={checked} />
        </>
      )}
    </>
  )
}

/** The hints about the days of the new modules, the other modules included; by the number of the module. */
function useCheckedModules(): Map<number, CheckedDays> {
  const translate = useTranslate()
  const modules = useWatch<SeriesValues, 'modules'>({ name: 'modules' })
  const given = modules.flatMap(({ how, startDate, endDate, startTime, endTime, ...module }, index) =>
    how === 'new' && startDate
      ? [
          {
            index,
            date: {
              label: translate('dates.wizard.module', { number: index + 1 }),
              startDate,
              endDate: endDate || startDate,
              startTime: startTime ?? '',
              endTime: endTime ?? '',
              ...toPeopleAndPlaces(module),
            },
          },
        ]
      : [],
  )
  const checked = useCheckedDays(
    given.length > 0 ? { dates: given.map(({ date }) => date), proposeDays: true } : undefined,
  )
  return new Map(given.flatMap(({ index }, nth) => (checked?.[nth] ? [[index, checked[nth]]] : [])))
}

function ModuleHints({ index, checked }: { index: number; checked: CheckedDays | undefined }) {
  const { getValues, setValue, clearErrors } = useFormContext<SeriesValues>()
  // An error of the server is one of the days that were sent.
  useEffect(() => {
    if (checked?.hints.every(({ isForbidden }) => !isForbidden)) clearErrors(`modules.${index}.trainerId`)
  }, [checked, clearErrors, index])
  const moveTo = (start: string): void => {
    const { startDate = start, endDate } = getValues(`modules.${index}`)
    setValue(`modules.${index}.startDate`, start)
    setValue(`modules.${index}.endDate`, addDays(start, daysBetween(startDate, endDate || startDate)))
  }
  return <CheckedHints checked={checked} number={index + 1} take={moveTo} />
}

export function ModulesStep() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray<SeriesValues, 'modules'>({ name: 'modules' })
  const checked = useCheckedModules()
  return (
    <>
      <Intro text="dates.wizard.modulesText" />
      <Stack spacing={2}>
        {fields.map(({ id }, index) => (
          <Paper
            key={id}
            variant="outlined"
            component="section"
            aria-label={translate('dates.wizard.module', { number: index + 1 })}
            sx={{ p: 2 }}
          >
            <Stack direction="row" sx={{ alignItems: 'center' }}>
              <Typography variant="h3" sx={{ flex: 1 }}>
                {translate('dates.wizard.module', { number: index + 1 })}
              </Typography>
              {fields.length > 1 && (
                <IconButton
                  onClick={() => remove(index)}
                  aria-label={translate('dates.wizard.removeModule', { number: index + 1 })}
                >
                  <DeleteIcon />
                </IconButton>
              )}
            </Stack>
            <ModuleFields index={index} checked={checked.get(index)} />
          </Paper>
        ))}
      </Stack>
      <Button startIcon={<AddIcon />} onClick={() => append(emptyModule())} sx={{ mt: 1 }}>
        {translate('dates.wizard.addModule')}
      </Button>
    </>
  )
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value)

export function PriceStep() {
  const { getValues, setValue } = useFormContext<SeriesValues>()
  const updateOtherAmount = useEvent((from: 'netPrice' | 'grossPrice' | 'vatRate') => {
    const { netPrice, grossPrice, vatRate } = getValues('price')
    const rate = isAmount(vatRate) ? vatRate : 0
    if (from !== 'grossPrice' && isAmount(netPrice)) setValue('price.grossPrice', grossOf(netPrice, rate))
    else if (from !== 'netPrice' && isAmount(grossPrice)) setValue('price.netPrice', netOf(grossPrice, rate))
  })
  const validateNotAboveMax = (min: unknown, values: unknown) => {
    const max = (values as SeriesValues).participantsMax
    return isAmount(min) && max && min > max ? 'dates.wizard.minOverMax' : undefined
  }
  return (
    <>
      <Intro text="dates.wizard.priceText" />
      <FieldGrid>
        <MoneyInput
          source="price.netPrice"
          label={field('prices.netPrice')}
          onBlur={() => updateOtherAmount('netPrice')}
        />
        <NumberInput
          source="price.vatRate"
          label={field('prices.vatRate')}
          min={0}
          max={100}
          onBlur={() => updateOtherAmount('vatRate')}
        />
        <MoneyInput
          source="price.grossPrice"
          label={field('prices.grossPrice')}
          onBlur={() => updateOtherAmount('grossPrice')}
        />
      </FieldGrid>
      <FieldGrid min={220}>
        <NumberInput
          source="participantsMin"
          label={field('participantsMin')}
          min={0}
          validate={validateNotAboveMax}
        />
        <NumberInput
          source="participantsMax"
          label={field('participantsMax')}
          min={1}
          validate={required()}
        />
        <BooleanInput source="hasWaitingList" label={field('hasWaitingList')} />
      </FieldGrid>
    </>
  )
}

export function HotelStep() {
  const { choices } = useLookups()
  const withHotel = useWatch({ name: 'withHotel' })
  return (
    <>
      <Intro text="dates.wizard.hotelText" />
      <BooleanInput source="withHotel" label="dates.wizard.withHotel" />
      {withHotel && (
        <Box>
          <FieldGrid min={270}>
            <TextInput source="hotel.resourceName" label="dates.wizard.hotelName" validate={required()} />
            <TextInput source="hotel.roomBeds" label="dates.wizard.rooms" validate={required()} />
            <TextInput source="hotel.roomName" label={field('hotelQuotas.roomName')} />
            <SelectInput
              source="hotel.status"
              label={field('hotelQuotas.status')}
              choices={choices('hotelQuotaStatus')}
            />
            <MoneyInput source="hotel.roomPrice" label={field('hotelQuotas.roomPrice')} />
            <MoneyInput source="hotel.breakfastPrice" label={field('hotelQuotas.breakfastPrice')} />
            <BooleanInput
              source="hotel.breakfastIsMandatory"
              label={field('hotelQuotas.breakfastIsMandatory')}
            />
          </FieldGrid>
        </Box>
      )}
    </>
  )
}
