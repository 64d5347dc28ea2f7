// Sections of the form of a date: its own fields.
import { useRecordContext, useTranslate } from 'ra-core'
import { BooleanInput, NumberInput, required, SelectInput, TextInput } from 'react-admin'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { CataloguesInput, ClientInput, EventInput } from '../../catalogue/dates/reference-inputs.tsx'
import { useHasRight } from '../../shell/api/session.ts'
import { ChildRowsInput } from '../../shell/form/child-rows-input.tsx'
import { DateInput, TimeInput } from '../../shell/form/date-time-inputs.tsx'
import { FieldGrid, Section } from '../../shell/form/form-section.tsx'
import { FormDayHints } from '../day-hints.tsx'
import { FormPlanningHints } from '../planning-hints.tsx'

export function EventFields() {
  const { choices } = useLookups()
  const current = useRecordContext<EventDate>()?.clientId ?? 0
  return (
    <Section title="dates.section.event">
      <FieldGrid min={240}>
        <EventInput source="eventId" validate={required()} />
        <TextInput source="title" />
        <TextInput source="subtitle" />
        <TextInput source="identifier" />
        <SelectInput source="status" choices={choices('status')} />
        <SelectInput source="format" choices={choices('format')} />
        <ClientInput source="clientId" current={current} />
      </FieldGrid>
    </Section>
  )
}

export const PeriodFields = () => (
  <Section title="dates.section.period">
    <FieldGrid>
      <DateInput source="startDate" />
      <TimeInput source="startTime" />
      <DateInput source="endDate" />
      <TimeInput source="endTime" />
      <NumberInput source="numberOfDays" min={0} />
      <TextInput source="duration" />
      <TextInput source="lessonUnits" />
    </FieldGrid>
    <FormDayHints />
    <FormPlanningHints />
  </Section>
)

export const SeatFields = () => (
  <Section title="dates.section.seats">
    <FieldGrid min={200}>
      <NumberInput source="participantsMin" min={0} />
      <NumberInput source="participantsMax" min={0} />
      <NumberInput source="seatsElsewhere" min={0} />
      <BooleanInput source="hasWaitingList" />
    </FieldGrid>
  </Section>
)

export const BookingPeriodFields = () => (
  <Section title="dates.section.bookingAndDisplay">
    <FieldGrid>
      <DateInput source="bookingStartDate" />
      <DateInput source="bookingEndDate" />
      <DateInput source="displayStartDate" />
      <DateInput source="displayEndDate" />
      <BooleanInput source="isBookable" />
      <BooleanInput source="isActive" />
      <BooleanInput source="isPublished" disabled={!useHasRight('catalogue:publish')} />
    </FieldGrid>
    <FieldGrid min={240}>
      <CataloguesInput source="catalogueIds" />
      <TextInput source="websiteBookingLink" type="url" />
      <TextInput source="onlineLink" type="url" />
      <TextInput source="articleNo" />
      <TextInput source="cooperationPartner" />
    </FieldGrid>
  </Section>
)

export function MainFields() {
  return (
    <>
      <EventFields />
      <PeriodFields />
      <SeatFields />
      <BookingPeriodFields />
      <Section title="dates.section.people" list="responsiblePersons">
        <ChildRowsInput source="responsiblePersons" row="relations.date_responsible_person" min={180}>
          <TextInput source="salutation" />
          <TextInput source="firstName" />
          <TextInput source="lastName" />
          <TextInput source="email" />
          <TextInput source="phone" />
          <TextInput source="imageUrl" />
        </ChildRowsInput>
      </Section>
    </>
  )
}

const freeFields = Array.from({ length: 10 }, (_, index) => `misc${index + 1}`)

/** Partners, free fields, meta data and EBG data. */
export function MoreFields() {
  const translate = useTranslate()
  return (
    <>
      <Section title="dates.section.partners" list="partners">
        <ChildRowsInput source="partners" row="relations.date_partner" min={180}>
          {['department', 'street', 'houseNumber', 'zip', 'city', 'country', 'email', 'website', 'phone'].map(
            (name) => (
              <TextInput key={name} source={name} />
            ),
          )}
        </ChildRowsInput>
      </Section>
      <Section title="dates.section.misc" list="misc">
        <ChildRowsInput source="misc">
          {freeFields.map((name, index) => (
            <TextInput key={name} source={name} label={`${translate('dates.section.misc')} ${index + 1}`} />
          ))}
        </ChildRowsInput>
      </Section>
      <Section title="dates.section.meta" list="metaData">
        <ChildRowsInput source="metaData" min={900}>
          <TextInput source="title" label="dates.metaTitle" />
          <ChildRowsInput source="dropdownLists" min={900}>
            <ChildRowsInput source="lists" min={240}>
              <TextInput source="listId" label="dates.listId" />
              <TextInput source="name" label="dates.listName" />
              <ChildRowsInput source="options">
                <TextInput source="entryId" label="dates.entryId" />
                <TextInput source="value" label="dates.entryValue" />
                <TextInput source="name" label="dates.entryName" />
              </ChildRowsInput>
            </ChildRowsInput>
          </ChildRowsInput>
        </ChildRowsInput>
      </Section>
      <Section title="dates.section.ebg" list="ebgData">
        <ChildRowsInput source="ebgData" min={900}>
          <ChildRowsInput source="fields" min={220}>
            <TextInput source="description" label="dates.ebgDescription" />
            <TextInput source="value" label="dates.ebgValue" />
            <TextInput source="defaultDescription" label="dates.ebgDefault" />
          </ChildRowsInput>
        </ChildRowsInput>
      </Section>
    </>
  )
}
