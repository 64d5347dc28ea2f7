// The fields that bulk editing offers: how a new value is chosen, and how values are shown in the preview.
import { useGetMany, useTranslate } from 'ra-core'
import type { ComponentType, ReactNode } from 'react'
import { NumberInput, required, SelectInput } from 'react-admin'
import { RecordArrayInput, recordName } from '../../form/reference-inputs.tsx'
import { useFormat } from '../../language/format.ts'

export type BulkValue = string | number | boolean | number[]

/** The values of the form. */
export interface BulkInput {
  value?: BulkValue | null
  mode?: 'add' | 'remove' | 'replace'
}

export interface BulkField<Change> {
  id: string
  label: string
  Input: ComponentType
  toChange: (input: BulkInput) => Change
  Value: ComponentType<{ value: BulkValue }>
}

const isRequired = required()
const source = 'value'
const label = 'shell.list.bulk.value'

export const Plain = ({ value }: { value: BulkValue }) => <>{String(value)}</>

export function YesNo({ value }: { value: BulkValue }) {
  const translate = useTranslate()
  return <>{translate(value === true ? 'shell.yes' : 'shell.no')}</>
}

export function Amounts({ value }: { value: BulkValue }) {
  const format = useFormat()
  return (
    <>
      {[value]
        .flat()
        .map((amount) => format.amount(Number(amount)))
        .join(' · ')}
    </>
  )
}

/** Values that are ids of records. */
export const namesOf = (reference: string): ComponentType<{ value: BulkValue }> =>
  function Names({ value }) {
    const translate = useTranslate()
    // The id 0 is none.
    const ids = [value].flat().map(Number).filter(Boolean)
    const { data } = useGetMany(reference, { ids }, { enabled: ids.length > 0 })
    const nameOf = (id: number): string => {
      const record = data?.find((one) => one?.id === id)
      return record ? recordName(record) : `#${id}`
    }
    return <>{ids.map(nameOf).join(', ') || translate('shell.list.bulk.none')}</>
  }

export const NumberValue = ({ min = 0 }: { min?: number }) => (
  <NumberInput source={source} label={label} min={min} validate={isRequired} />
)

interface Choice {
  id: string | boolean
  name: string
}

export const ChoiceValue = ({ choices, emptyText }: { choices: readonly Choice[]; emptyText?: string }) => (
  <SelectInput
    source={source}
    label={label}
    choices={[...choices]}
    {...(emptyText === undefined ? { validate: isRequired } : { emptyText })}
  />
)

export const YesNoValue = () => (
  <ChoiceValue
    choices={[
      { id: true, name: 'shell.yes' },
      { id: false, name: 'shell.no' },
    ]}
  />
)

const modes = (['add', 'remove', 'replace'] as const).map((id) => ({ id, name: `shell.list.bulk.${id}` }))

/** Ids to add, to remove, or to replace the list with. */
export const ListValue = ({ children }: { children: ReactNode }) => (
  <>
    <SelectInput
      source="mode"
      label="shell.list.bulk.mode"
      choices={modes}
      defaultValue="add"
      validate={isRequired}
    />
    {children}
  </>
)

interface RecordsProps {
  reference: string
  /** By default, by name. */
  sortedBy?: string
}

export const RecordsValue = ({ reference, sortedBy = 'name' }: RecordsProps) => (
  <ListValue>
    <RecordArrayInput
      source={source}
      reference={reference}
      label={label}
      sort={{ field: sortedBy, order: 'ASC' }}
      validate={isRequired}
    />
  </ListValue>
)

export const toList = ({ mode = 'add', value }: BulkInput) => ({
  mode,
  ids: [value ?? []].flat().map(Number),
})
