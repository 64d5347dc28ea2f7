// The list and the form of locations.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { NumberInput, required, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { ChildRowsInput } from '../shell/form/child-rows-input.tsx'
import { FieldRow, Section } from '../shell/form/form-section.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { NumberField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage } from '../shell/page/edit-page.tsx'
import { LocationInput } from './dates/reference-inputs.tsx'
import { OverlapCheckInput } from './overlap-check-input.tsx'
import { WriteToolbar } from './write-toolbar.tsx'

const Column = columnOf<RowOf<'locations'>>()

export const LocationList = () => (
  <ListPage sort={{ field: 'name', order: 'ASC' }} phoneColumns={['name', 'city']}>
    <Column source="name" />
    <Column source="street" disableSort />
    <Column source="zip" />
    <Column source="city" />
    <Column source="additionalField" disableSort />
    <Column source="dateCount" field={NumberField} />
  </ListPage>
)

const TravelTimesHint = () => (
  <Typography variant="body2" color="textSecondary">
    {useTranslate()('catalogue.location.travelTimesHint')}
  </Typography>
)

const Fields = () => (
  <>
    <TextInput source="name" validate={required()} />
    <FieldRow>
      <TextInput source="street" />
      <TextInput source="houseNumber" />
      <TextInput source="addition" />
    </FieldRow>
    <FieldRow>
      <TextInput source="zip" />
      <TextInput source="city" />
      <TextInput source="country" />
    </FieldRow>
    <FieldRow>
      <TextInput source="phone" type="tel" />
      <TextInput source="link" type="url" />
    </FieldRow>
    <TextInput source="additionalField" multiline />
    <Section title="resources.locations.fields.rooms.rows">
      <ChildRowsInput source="rooms" row="relations.room" ordered={false}>
        <TextInput source="name" validate={required()} />
        <NumberInput source="capacity" min={0} />
        <OverlapCheckInput />
      </ChildRowsInput>
    </Section>
    <Section title="resources.locations.fields.travelTimes.rows">
      <TravelTimesHint />
      <ChildRowsInput source="travelTimes" row="relations.travel_time" ordered={false}>
        <LocationInput source="locationId" validate={required()} />
        <NumberInput source="minutes" min={0} max={1440} validate={required()} />
      </ChildRowsInput>
    </Section>
  </>
)

export const LocationForm = () => (
  <RecordForm toolbar={<WriteToolbar />}>
    <Fields />
  </RecordForm>
)

export const LocationCreate = () => (
  <CreatePage>
    <LocationForm />
  </CreatePage>
)
