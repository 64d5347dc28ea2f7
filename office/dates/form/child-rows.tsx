// Sections of the form of a date: session days, trainers and locations, hotel quotas, files, conference packages.
import AutoIcon from '@mui/icons-material/AutoFixHigh'
import { useTranslate } from 'ra-core'
import { BooleanInput, SelectInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { daysInRange } from '../../catalogue/dates/days.ts'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { LocationsInput, RoomsInput, TrainerInput } from '../../catalogue/dates/reference-inputs.tsx'
import { FilesInput } from '../../catalogue/files/files-input.tsx'
import { Button } from '../../shell/form/button.tsx'
import { ChildRowsInput } from '../../shell/form/child-rows-input.tsx'
import { DateInput, TimeInput } from '../../shell/form/date-time-inputs.tsx'
import { Section } from '../../shell/form/form-section.tsx'
import { MoneyInput } from '../../shell/form/money-input.tsx'
import { FormPlanningHints } from '../planning-hints.tsx'

export function SessionDayFields() {
  const { getValues, setValue } = useFormContext<EventDate>()
  const fillSessionDays = (): void => {
    const { startDate, endDate, startTime, endTime, sessionDays } = getValues()
    const existing = new Map(sessionDays.map((one) => [one.day, one]))
    const days = daysInRange(startDate, endDate).map(
      (day) => existing.get(day) ?? { day, startTime: startTime || '', endTime: endTime || '', comment: '' },
    )
    setValue('sessionDays', days, { shouldDirty: true })
  }
  return (
    <Section title="dates.tab.hours" help="dates.sessionDaysHelp">
      <Button label="dates.fillSessionDays" onClick={fillSessionDays} variant="outlined">
        <AutoIcon />
      </Button>
      <ChildRowsInput source="sessionDays" row="relations.date_session_day">
        <DateInput source="day" />
        <TimeInput source="startTime" />
        <TimeInput source="endTime" />
        <TextInput source="comment" />
      </ChildRowsInput>
    </Section>
  )
}

export const TrainerFields = () => (
  <>
    <Section title="dates.section.trainers">
      <ChildRowsInput source="trainers" row="resources.dates.fields.trainerId" min={200}>
        <TrainerInput source="trainerId" />
        <BooleanInput source="isMain" defaultValue={false} />
        <BooleanInput source="isListed" defaultValue />
      </ChildRowsInput>
    </Section>
    <Section title="dates.section.locations">
      <LocationsInput source="locationIds" />
      <RoomsInput source="roomIds" />
      <FormPlanningHints />
    </Section>
  </>
)

export function HotelFields() {
  const { choices } = useLookups()
  return (
    <Section title="dates.tab.hotel" list="hotelQuotas">
      <ChildRowsInput source="hotelQuotas" row="relations.hotel_quota" min={210} ordered={false}>
        <TextInput source="resourceName" />
        <TextInput source="name" />
        <SelectInput source="status" choices={choices('hotelQuotaStatus')} defaultValue="requested" />
        <TextInput source="roomName" />
        <TextInput source="roomBeds" />
        <MoneyInput source="roomPrice" />
        <TextInput source="roomCurrency" defaultValue="EUR" />
        <TextInput source="roomTaxAmount" defaultValue="7" />
        <BooleanInput source="roomTaxIncluded" defaultValue />
        <MoneyInput source="breakfastPrice" />
        <TextInput source="breakfastCurrency" defaultValue="EUR" />
        <TextInput source="breakfastTaxAmount" defaultValue="19" />
        <BooleanInput source="breakfastTaxIncluded" defaultValue />
        <BooleanInput source="breakfastIsMandatory" defaultValue={false} />
        <TextInput source="dataIdentifier" />
        <TextInput source="fileUrl" />
        <TextInput source="resourceId" />
      </ChildRowsInput>
    </Section>
  )
}

export const FilesFields = () => (
  <>
    <Section title="dates.section.files" help="dates.fileHelp" list="fileIds">
      <FilesInput source="fileIds" />
    </Section>
    <Section title="dates.section.pdfs" list="pdfs">
      <ChildRowsInput source="pdfs" row="relations.catalogue_pdf" min={220}>
        <TextInput source="name" />
        <TextInput source="key" />
        <TextInput source="link" />
      </ChildRowsInput>
    </Section>
  </>
)

const amounts = [
  'purchasePrice',
  'salesPrice',
  'internalSalesPrice',
  'pricePerDay',
  'overwrittenSalesPrice',
  'taxAmount',
]

export function PackageFields() {
  const translate = useTranslate()
  return (
    <Section title="dates.tab.packages" list="conferencePackageItems">
      <ChildRowsInput source="conferencePackageItems" row="catalogue.packageItem" min={200}>
        <TextInput source="name" />
        {amounts.map((name) => (
          <MoneyInput key={name} source={name} />
        ))}
        <TextInput source="currency" defaultValue="EUR" />
        <BooleanInput source="taxIncluded" defaultValue={false} />
        <TextInput source="resourceType" />
        <TextInput source="resourceId" />
        <TextInput source="description" multiline />
        <TextInput source="comment" multiline />
        <TextInput
          source="descriptionHtml"
          multiline
          label={translate('resources.dates.fields.conferencePackageItems.descriptionHtml')}
        />
      </ChildRowsInput>
    </Section>
  )
}
