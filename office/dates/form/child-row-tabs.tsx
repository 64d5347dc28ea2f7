// A date's hours, trainers and locations, hotel quota, files and packages.
import AutoIcon from '@mui/icons-material/AutoFixHigh'
import { useTranslate } from 'ra-core'
import { BooleanInput, Button, SelectInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { FilesInput } from '../../catalogue/files/files-input.tsx'
import { DateInput, TimeInput } from '../../shell/form/date-time-inputs.tsx'
import { Section } from '../../shell/form/form-section.tsx'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { daysInRange } from '../days.ts'
import { useLookups } from '../lookups.ts'
import { LocationsInput, TrainerInput } from '../reference-inputs.tsx'
import { ChildRowsInput } from './child-rows-input.tsx'

export function HoursTab() {
  const { getValues, setValue } = useFormContext()
  const fillHours = (): void => {
    const { start_date, end_date, start_time, end_time, hours } = getValues()
    const hoursByDay = new Map<string, object>((hours ?? []).map((one: { day: string }) => [one.day, one]))
    const lines = daysInRange(start_date, end_date).map(
      (day) =>
        hoursByDay.get(day) ?? { day, start_time: start_time ?? '', end_time: end_time ?? '', comment: '' },
    )
    setValue('hours', lines, { shouldDirty: true })
  }
  return (
    <Section title="dates.tab.hours" help="dates.hoursHelp">
      <Button label="dates.fillHours" onClick={fillHours} variant="outlined">
        <AutoIcon />
      </Button>
      <ChildRowsInput source="hours">
        <DateInput source="day" />
        <TimeInput source="start_time" />
        <TimeInput source="end_time" />
        <TextInput source="comment" />
      </ChildRowsInput>
    </Section>
  )
}

export const TrainersTab = () => (
  <>
    <Section title="dates.section.trainers">
      <ChildRowsInput source="trainers" min={200}>
        <TrainerInput source="trainer_id" />
        <BooleanInput source="is_main" defaultValue={false} />
        <BooleanInput source="is_listed" defaultValue />
      </ChildRowsInput>
    </Section>
    <Section title="dates.section.locations">
      <LocationsInput source="location_ids" />
    </Section>
  </>
)

export function HotelTab() {
  const { choices } = useLookups()
  return (
    <Section title="dates.tab.hotel">
      <ChildRowsInput source="hotel_quota" min={210} ordered={false}>
        <TextInput source="resource_name" />
        <TextInput source="name" />
        <SelectInput source="status" choices={choices('quotaStatus')} defaultValue="requested" />
        <TextInput source="room_name" />
        <TextInput source="room_beds" />
        <MoneyInput source="room_price" />
        <TextInput source="room_currency" defaultValue="EUR" />
        <TextInput source="room_tax_amount" defaultValue="7" />
        <BooleanInput source="room_tax_included" defaultValue />
        <MoneyInput source="breakfast_price" />
        <TextInput source="breakfast_currency" defaultValue="EUR" />
        <TextInput source="breakfast_tax_amount" defaultValue="19" />
        <BooleanInput source="breakfast_tax_included" defaultValue />
        <BooleanInput source="breakfast_is_mandatory" defaultValue={false} />
        <TextInput source="data_identifier" />
        <TextInput source="file_url" />
        <TextInput source="resource_id" />
      </ChildRowsInput>
    </Section>
  )
}

export const FilesTab = () => (
  <>
    <Section title="dates.section.files" help="dates.fileHelp">
      <FilesInput source="file_ids" />
    </Section>
    <Section title="dates.section.pdfs">
      <ChildRowsInput source="pdfs" min={220}>
        <TextInput source="name" />
        <TextInput source="key" />
        <TextInput source="link" />
      </ChildRowsInput>
    </Section>
  </>
)

const amounts = [
  'price_buy',
  'price_sale',
  'price_sale_intern',
  'price_per_day',
  'overwritten_sales_price',
  'tax_amount',
]

export function PackagesTab() {
  const translate = useTranslate()
  return (
    <Section title="dates.tab.packages">
      <ChildRowsInput source="packages" min={200}>
        <TextInput source="name" />
        {amounts.map((name) => (
          <MoneyInput key={name} source={name} />
        ))}
        <TextInput source="currency" defaultValue="EUR" />
        <BooleanInput source="tax_included" defaultValue={false} />
        <TextInput source="resource_type" />
        <TextInput source="resource_id" />
        <TextInput source="description" multiline />
        <TextInput source="comment" multiline />
        <TextInput
          source="description_html"
          multiline
          label={translate('resources.dates.fields.packages.description_html')}
        />
      </ChildRowsInput>
    </Section>
  )
}
