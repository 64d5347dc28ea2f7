// List and form of a simple record, and the description of its fields that they follow from.
import {
  BooleanInput,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  type SelectInputProps,
  TextInput,
} from 'react-admin'
import type { RequiredRight } from '../api/session.ts'
import { MoneyInput } from '../form/money-input.tsx'
import { RecordForm } from '../form/record-form.tsx'
import { RecordInput } from '../form/reference-inputs.tsx'
import { RecordHistory } from '../history/record-history.tsx'
import { MoneyField } from '../list/fields.tsx'
import { RecordFilter } from '../list/filters/filter-inputs.tsx'
import { Column, ListPage } from '../list/list-page.tsx'
import type { MenuEntry } from '../section/section.ts'
import { CreatePage, EditPage } from './edit-page.tsx'

export interface SimpleField {
  /** How the field is entered; left out: as a line of text. */
  input?:
    | 'multiline'
    | 'money'
    | 'boolean'
    | { min: number; max: number }
    | { choices: NonNullable<SelectInputProps['choices']> }
    /** The id of another record: chosen from all of a resource, or searched. */
    | { select: string }
    | { search: string }
  required?: true
  narrow?: true
  /** Key of the text below the input. */
  help?: string
}

export interface SimpleRecord<Field extends string = string> {
  right: RequiredRight
  menu?: Pick<MenuEntry, 'icon' | 'group' | 'order'>
  /** Subject of the change log; by default, the resource's name without its s. */
  subject?: string
  /** In the order of the form. */
  fields: { readonly [F in Field]?: SimpleField }
  columns: readonly Field[]
  /** Columns by which the server does not sort. */
  unsorted?: readonly Field[]
  /** Fields with `select` that filter the list. */
  filters?: readonly Field[]
  defaultValues?: { readonly [F in Field]?: unknown }
}

interface Props {
  record: SimpleRecord
}

function Input({ source, field, autoFocus }: { source: string; field: SimpleField; autoFocus: boolean }) {
  const { input, help } = field
  const props = {
    source,
    autoFocus,
    ...(field.required && { validate: required() }),
    ...(field.narrow && { sx: { maxWidth: 160 } }),
    ...(help !== undefined && { helperText: help }),
  }
  if (input === undefined) return <TextInput {...props} />
  if (input === 'multiline') return <TextInput {...props} multiline minRows={2} />
  if (input === 'money') return <MoneyInput {...props} />
  if (input === 'boolean') return <BooleanInput {...props} />
  if ('min' in input) return <NumberInput {...props} {...input} step={1} />
  if ('choices' in input) return <SelectInput {...props} {...input} />
  if ('search' in input) return <RecordInput {...props} reference={input.search} />
  const { source: _source, ...others } = props
  return (
    <ReferenceInput source={source} reference={input.select} perPage={1000}>
      <SelectInput {...others} optionText="name" />
    </ReferenceInput>
  )
}

const inputsOf = ({ fields }: SimpleRecord, isNew: boolean) =>
  Object.entries(fields).map(([source, field], index) => (
    <Input key={source} source={source} field={field!} autoFocus={isNew && index === 0} />
  ))

function filterOf({ fields }: SimpleRecord, source: string) {
  const input = fields[source]?.input
  const reference = typeof input === 'object' && 'select' in input ? input.select : source
  return <RecordFilter key={source} source={source} reference={reference} />
}

export const SimpleList = ({ record }: Props) => (
  <ListPage
    sort={{ field: 'name', order: 'ASC' }}
    filters={record.filters?.map((source) => filterOf(record, source))}
  >
    {record.columns.map((source) => (
      <Column
        key={source}
        source={source}
        disableSort={record.unsorted?.includes(source)}
        field={record.fields[source]?.input === 'money' ? MoneyField : undefined}
      />
    ))}
  </ListPage>
)

export const SimpleCreate = ({ record }: Props) => (
  <CreatePage redirect="list">
    <RecordForm defaultValues={record.defaultValues}>{inputsOf(record, true)}</RecordForm>
  </CreatePage>
)

export const SimpleEdit = ({ record, subject }: Props & { subject: string }) => (
  <EditPage>
    <RecordForm>{inputsOf(record, false)}</RecordForm>
    <RecordHistory subject={subject} />
  </EditPage>
)
