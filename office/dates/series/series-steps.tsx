// The steps of the guided form of a series, but for the last.
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Box, Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import { useEvent, useTranslate } from 'ra-core'
import {
  BooleanInput,
  NumberInput,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { DateInput, TimeInput } from '../../shell/form/date-time-inputs.tsx'
import { FieldGrid } from '../../shell/form/form-section.tsx'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { grossOf, netOf } from '../form/price.ts'
import { FormHolidayHint } from '../holidays.tsx'
import { useLookups } from '../lookups.ts'
import { ClientInput, DateReferenceInput, LocationInput, TrainerInput } from '../reference-inputs.tsx'
import { EventOrTitle } from './event-or-title.tsx'
import { emptyModule, type SeriesValues } from './series-values.ts'

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
        <ClientInput source="client_id" label={field('client_id')} />
      </FieldGrid>
    </>
  )
}

function ModuleFields({ index }: { index: number }) {
  const { choices } = useLookups()
  const source = `modules.${index}`
  const { getValues, setValue } = useFormContext()
  const how = useWatch({ name: `${source}.how` })
  const validateNotBefore = (end: string, values: unknown) => {
    const start = (values as SeriesValues).modules[index]?.start_date
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
            { id: 'new', name: 'dates.wizard.howNew' },
            { id: 'link', name: 'dates.wizard.howLink' },
          ]}
        />
        <SelectInput
          source={`${source}.module_type`}
          label="dates.wizard.kind"
          helperText="dates.wizard.kindHelp"
          choices={choices('moduleType')}
          validate={required()}
        />
      </FieldGrid>
      {how === 'link' ? (
        <DateReferenceInput
          source={`${source}.linked_date_id`}
          label="dates.wizard.link"
          validate={required()}
        />
      ) : (
        <>
          <EventOrTitle source={`${source}.event`} label="dates.wizard.moduleEvent" />
          <FieldGrid>
            <DateInput
              source={`${source}.start_date`}
              label="dates.wizard.firstDay"
              validate={required()}
              onComplete={(start) => {
                if (!getValues(`${source}.end_date`)) setValue(`${source}.end_date`, start)
              }}
            />
            <DateInput
              source={`${source}.end_date`}
              label="dates.wizard.lastDay"
              validate={validateNotBefore}
            />
            <TimeInput source={`${source}.start_time`} label={field('start_time')} />
            <TimeInput source={`${source}.end_time`} label={field('end_time')} />
          </FieldGrid>
          <FormHolidayHint at={`${source}.`} />
          <FieldGrid min={280}>
            <TrainerInput source={`${source}.trainer_id`} label="dates.wizard.trainer" />
            <LocationInput source={`${source}.location_id`} label="dates.wizard.location" />
          </FieldGrid>
        </>
      )}
    </>
  )
}

export function ModulesStep() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray<SeriesValues, 'modules'>({ name: 'modules' })
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
            <ModuleFields index={index} />
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
  const updateOtherAmount = useEvent((from: 'net' | 'gross' | 'vat') => {
    const { net, gross, vat } = getValues('price')
    const rate = isAmount(vat) ? vat : 0
    if (from !== 'gross' && isAmount(net)) setValue('price.gross', grossOf(net, rate))
    else if (from !== 'net' && isAmount(gross)) setValue('price.net', netOf(gross, rate))
  })
  const validateNotAboveMax = (min: unknown, values: unknown) => {
    const max = (values as SeriesValues).participants_max
    return isAmount(min) && max && min > max ? 'dates.wizard.minOverMax' : undefined
  }
  return (
    <>
      <Intro text="dates.wizard.priceText" />
      <FieldGrid>
        <MoneyInput source="price.net" label={field('prices.net')} onBlur={() => updateOtherAmount('net')} />
        <NumberInput
          source="price.vat"
          label={field('prices.vat')}
          min={0}
          max={100}
          onBlur={() => updateOtherAmount('vat')}
        />
        <MoneyInput
          source="price.gross"
          label={field('prices.gross')}
          onBlur={() => updateOtherAmount('gross')}
        />
      </FieldGrid>
      <FieldGrid min={220}>
        <NumberInput
          source="participants_min"
          label={field('participants_min')}
          min={0}
          validate={validateNotAboveMax}
        />
        <NumberInput
          source="participants_max"
          label={field('participants_max')}
          min={1}
          validate={required()}
        />
        <BooleanInput source="waiting_list" label={field('waiting_list')} />
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
            <TextInput source="hotel.resource_name" label="dates.wizard.hotelName" validate={required()} />
            <TextInput source="hotel.room_beds" label="dates.wizard.rooms" validate={required()} />
            <TextInput source="hotel.room_name" label={field('hotel_quota.room_name')} />
            <SelectInput
              source="hotel.status"
              label={field('hotel_quota.status')}
              choices={choices('quotaStatus')}
            />
            <MoneyInput source="hotel.room_price" label={field('hotel_quota.room_price')} />
            <MoneyInput source="hotel.breakfast_price" label={field('hotel_quota.breakfast_price')} />
            <BooleanInput
              source="hotel.breakfast_is_mandatory"
              label={field('hotel_quota.breakfast_is_mandatory')}
            />
          </FieldGrid>
        </Box>
      )}
    </>
  )
}
