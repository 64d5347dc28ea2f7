import { BooleanInput, NumberInput, required, SelectInput, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { MoneyInput } from '../shell/form/money-input.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { MoneyField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'

const units = [
  { id: 'piece', name: 'settings.unit.piece' },
  { id: 'day', name: 'settings.unit.day' },
]

const Fields = () => (
  <>
    <TextInput source="name" validate={required()} />
    <TextInput source="articleNo" />
    <TextInput source="description" multiline minRows={2} />
    <MoneyInput source="price" />
    <BooleanInput source="vatIncluded" helperText="settings.vatIncludedHelp" />
    <NumberInput source="vatRate" min={0} max={100} step={1} />
    <SelectInput source="unit" choices={units} validate={required()} />
    <TextInput source="currency" validate={required()} sx={{ maxWidth: 160 }} />
  </>
)

const Column = columnOf<RowOf<'articles'>>()

export const ArticleList = () => (
  <ListPage sort={{ field: 'name', order: 'ASC' }}>
    <Column source="articleNo" />
    <Column source="name" />
    <Column source="price" field={MoneyField} />
    <Column source="vatRate" disableSort />
  </ListPage>
)
export const ArticleCreate = () => (
  <CreatePage redirect="list">
    <RecordForm defaultValues={{ currency: 'EUR', unit: 'piece', vatRate: 19, vatIncluded: false }}>
      <Fields />
    </RecordForm>
  </CreatePage>
)
export const ArticleEdit = () => (
  <EditPage>
    <RecordForm>
      <Fields />
    </RecordForm>
    <RecordHistory subject="article" />
  </EditPage>
)
