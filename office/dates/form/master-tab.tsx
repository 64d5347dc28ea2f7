// A date's own fields.
import { useRecordContext, useTranslate } from 'ra-core'
import { BooleanInput, NumberInput, required, SelectInput, TextInput } from 'react-admin'
import { DateInput, TimeInput } from '../../shell/form/date-time-inputs.tsx'
import { FieldGrid, Section } from '../../shell/form/form-section.tsx'
import { FormHolidayHint } from '../holidays.tsx'
import { useLookups } from '../lookups.ts'
import { CataloguesInput, ClientInput, EventInput } from '../reference-inputs.tsx'
import { ChildRowsInput } from './child-rows-input.tsx'

export function EventFields() {
  const { choices } = useLookups()
  const current = useRecordContext()?.['client_id']
  return (
    <Section title="dates.section.what">
      <FieldGrid min={240}>
        <EventInput source="event_id" validate={required()} />
        <TextInput source="title" />
        <TextInput source="subtitle" />
        <TextInput source="identifier" />
        <SelectInput source="status" choices={choices('status')} />
        <SelectInput source="format" choices={choices('format')} />
        <ClientInput source="client_id" current={current} />
      </FieldGrid>
    </Section>
  )
}

export const PeriodFields = () => (
  <Section title="dates.section.when">
    <FieldGrid>
      <DateInput source="start_date" />
      <TimeInput source="start_time" />
      <DateInput source="end_date" />
      <TimeInput source="end_time" />
      <NumberInput source="number_of_days" min={0} />
      <TextInput source="duration" />
      <TextInput source="lesson_units" />
    </FieldGrid>
    <FormHolidayHint />
  </Section>
)

export const SeatFields = () => (
  <Section title="dates.section.places">
    <FieldGrid min={200}>
      <NumberInput source="participants_min" min={0} />
      <NumberInput source="participants_max" min={0} />
      <NumberInput source="places_elsewhere" min={0} />
      <BooleanInput source="waiting_list" />
    </FieldGrid>
  </Section>
)

export const BookingPeriodFields = () => (
  <Section title="dates.section.ranges">
    <FieldGrid>
      <DateInput source="booking_start_date" />
      <DateInput source="booking_end_date" />
      <DateInput source="display_start" />
      <DateInput source="display_end" />
      <BooleanInput source="is_bookable" />
      <BooleanInput source="is_active" />
      <BooleanInput source="is_published" />
    </FieldGrid>
    <FieldGrid min={240}>
      <CataloguesInput source="catalog_ids" />
      <TextInput source="website_booking_link" type="url" />
      <TextInput source="article_no" />
      <TextInput source="cooperation_partner" />
    </FieldGrid>
  </Section>
)

export function MasterTab() {
  return (
    <>
      <EventFields />
      <PeriodFields />
      <SeatFields />
      <BookingPeriodFields />
      <Section title="dates.section.people">
        <ChildRowsInput source="responsibles" min={180}>
          <TextInput source="salutation" />
          <TextInput source="first_name" />
          <TextInput source="name" />
          <TextInput source="email" />
          <TextInput source="phone" />
          <TextInput source="image_url" />
        </ChildRowsInput>
      </Section>
    </>
  )
}

const freeFields = Array.from({ length: 10 }, (_, index) => `misc${index + 1}`)

/** Partners with their address, free fields, meta data and EBG data. */
export function MoreTab() {
  const translate = useTranslate()
  return (
    <>
      <Section title="dates.section.partners">
        <ChildRowsInput source="partners" min={180}>
          {[
            'department',
            'street',
            'house_number',
            'zip',
            'city',
            'country',
            'email',
            'website',
            'phone',
          ].map((name) => (
            <TextInput key={name} source={name} />
          ))}
        </ChildRowsInput>
      </Section>
      <Section title="dates.section.misc">
        <ChildRowsInput source="misc">
          {freeFields.map((name, index) => (
            <TextInput key={name} source={name} label={`${translate('dates.section.misc')} ${index + 1}`} />
          ))}
        </ChildRowsInput>
      </Section>
      <Section title="dates.section.meta">
        <ChildRowsInput source="meta_data" min={900}>
          <TextInput source="meta_title" label="dates.metaTitle" />
          <ChildRowsInput source="meta_dropdown_list" min={900}>
            <ChildRowsInput source="dropdown_list_id" min={240}>
              <TextInput source="list_id" label="dates.listId" />
              <TextInput source="name" label="dates.listName" />
              <ChildRowsInput source="option">
                <TextInput source="entry_id" label="dates.entryId" />
                <TextInput source="value" label="dates.entryValue" />
                <TextInput source="name" label="dates.entryName" />
              </ChildRowsInput>
            </ChildRowsInput>
          </ChildRowsInput>
        </ChildRowsInput>
      </Section>
      <Section title="dates.section.ebg">
        <ChildRowsInput source="ebg_data" min={900}>
          <ChildRowsInput source="deftpl_field" min={220}>
            <TextInput source="deftpl_description" label="dates.ebgDescription" />
            <TextInput source="deftpl_value" label="dates.ebgValue" />
            <TextInput source="deftpl_detfault_description" label="dates.ebgDefault" />
          </ChildRowsInput>
        </ChildRowsInput>
      </Section>
    </>
  )
}
