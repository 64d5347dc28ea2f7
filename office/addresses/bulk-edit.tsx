// Changes a field of several contacts.
import { useTranslate } from 'ra-core'
import { AutocompleteArrayInput, required } from 'react-admin'
import { api } from '../shell/api/api.ts'
import type { BodyOf } from '../shell/api/endpoints.ts'
import { RecordInput } from '../shell/form/reference-inputs.tsx'
import { BulkEdit } from '../shell/list/bulk/bulk-edit.tsx'
import {
  type BulkField,
  type BulkValue,
  ChoiceValue,
  ListValue,
  namesOf,
  toList,
} from '../shell/list/bulk/bulk-field.tsx'
import { useContactOptions } from './options.ts'

type Change = BodyOf<'POST', '/contacts/bulk-change'>['change']

const CategoriesValue = () => (
  <ListValue>
    <AutocompleteArrayInput
      source="value"
      label="shell.list.bulk.value"
      choices={useContactOptions().categories}
      translateChoice={false}
      validate={required()}
    />
  </ListValue>
)

function CategoryNames({ value }: { value: BulkValue }) {
  const names = new Map(useContactOptions().categories.map(({ id, name }) => [id, name]))
  return (
    <>
      {[value]
        .flat()
        .map((id) => names.get(Number(id)) ?? `#${id}`)
        .join(', ')}
    </>
  )
}

function Salutation({ value }: { value: BulkValue }) {
  const translate = useTranslate()
  return <>{translate(`contacts.salutation.${value || 'none'}`)}</>
}

const salutations = (['ms', 'mr'] as const).map((id) => ({ id, name: `contacts.salutation.${id}` }))

const fields: readonly BulkField<Change>[] = [
  {
    id: 'categoryIds',
    label: 'resources.contacts.fields.categoryIds',
    Input: CategoriesValue,
    toChange: (input) => ({ categoryIds: toList(input) }),
    Value: CategoryNames,
  },
  {
    id: 'companyId',
    label: 'resources.contacts.fields.company',
    Input: () => <RecordInput source="value" reference="companies" label="shell.list.bulk.value" />,
    toChange: ({ value }) => ({ companyId: Number(value ?? 0) }),
    Value: namesOf('companies'),
  },
  {
    id: 'salutation',
    label: 'resources.contacts.fields.salutation',
    Input: () => <ChoiceValue choices={salutations} emptyText="contacts.salutation.none" />,
    toChange: ({ value }) => ({ salutation: value === 'ms' || value === 'mr' ? value : '' }),
    Value: Salutation,
  },
]

export const ContactBulkEdit = () => (
  <BulkEdit
    fields={fields}
    preview={(ids, change) => api('POST', '/contacts/bulk-preview', { body: { ids, change } })}
    apply={(records, change) => api('POST', '/contacts/bulk-change', { body: { records, change } })}
  />
)
