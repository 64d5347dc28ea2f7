// A new event: its title and main fields. The others are edited on its page.
import { NumberInput, required, TextInput } from 'react-admin'
import { FieldRow } from '../../shell/form/form-section.tsx'
import { RecordForm } from '../../shell/form/record-form.tsx'
import { CreatePage } from '../../shell/page/edit-page.tsx'
import { CategoriesInput } from '../categories/category-input.tsx'

export const EventCreate = () => (
  <CreatePage>
    <RecordForm>
      <TextInput source="title" validate={required()} autoFocus />
      <TextInput source="subtitle" />
      <FieldRow>
        <TextInput source="identifier" />
        <TextInput source="articleNo" />
        <NumberInput source="numberOfDays" min={0} step={1} />
      </FieldRow>
      <CategoriesInput source="categoryIds" />
    </RecordForm>
  </CreatePage>
)
