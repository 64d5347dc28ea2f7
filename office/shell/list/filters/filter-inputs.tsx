// Filters of lists: each is an input, and the words of its value for the chip above the table.
import { useGetMany, useResourceContext, useTranslate, useTranslateLabel } from 'ra-core'
import { createContext, type ReactNode, useContext } from 'react'
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  NullableBooleanInput,
  NumberInput,
  ReferenceInput,
  SelectArrayInput,
  SelectInput,
  TextInput,
} from 'react-admin'
import { DateInput } from '../../form/date-time-inputs.tsx'
import { recordName, sortOf } from '../../form/reference-inputs.tsx'
import { useFormat } from '../../language/format.ts'

export interface FilterProps {
  source: string
  label?: string
}

/** In a chip, the value of its filter: filters render words instead of an input. */
const ChipValue = createContext<{ value: unknown } | undefined>(undefined)

export const FilterWords = ({ filter, value }: { filter: ReactNode; value: unknown }) => (
  <ChipValue.Provider value={{ value }}>{filter}</ChipValue.Provider>
)

/** The value of the filter, if it is shown as words. */
export const useChipValue = (): { value: unknown } | undefined => useContext(ChipValue)

export function NamedValue({ source, label, value }: FilterProps & { value: ReactNode }) {
  const resource = useResourceContext()
  const translateLabel = useTranslateLabel()
  return (
    <>
      {translateLabel({ source, label, resource })}: {value}
    </>
  )
}

export function TextFilter(props: FilterProps) {
  const chip = useChipValue()
  return chip ? <NamedValue {...props} value={String(chip.value)} /> : <TextInput {...props} />
}

export function NumberFilter(props: FilterProps) {
  const chip = useChipValue()
  return chip ? <NamedValue {...props} value={String(chip.value)} /> : <NumberInput {...props} />
}

export function DayFilter(props: FilterProps) {
  const chip = useChipValue()
  const format = useFormat()
  return chip ? <NamedValue {...props} value={format.date(String(chip.value))} /> : <DateInput {...props} />
}

interface Choice {
  id: string | number
  /** A text, or its key. */
  name: string
}

interface SelectProps extends FilterProps {
  choices: readonly Choice[]
  /** Several values can be chosen. */
  several?: boolean
}

export function SelectFilter({ choices, several = false, ...props }: SelectProps) {
  const chip = useChipValue()
  const translate = useTranslate()
  const nameOf = (name: string) => translate(name, { _: name })
  if (chip) {
    const names = [chip.value].flat().map((one) => {
      const choice = choices.find(({ id }) => String(id) === String(one))
      return choice ? nameOf(choice.name) : String(one)
    })
    return <NamedValue {...props} value={names.join(', ')} />
  }
  const named = choices.map(({ id, name }) => ({ id, name: nameOf(name) }))
  if (!several) return <SelectInput {...props} choices={named} translateChoice={false} />
  // Many are found by typing.
  const Input = named.length > 12 ? AutocompleteArrayInput : SelectArrayInput
  return <Input {...props} choices={named} translateChoice={false} />
}

/** Yes, no, or both. */
export function YesNoFilter(props: FilterProps) {
  const chip = useChipValue()
  const translate = useTranslate()
  return chip ? (
    <NamedValue {...props} value={translate(chip.value === true ? 'shell.yes' : 'shell.no')} />
  ) : (
    <NullableBooleanInput {...props} />
  )
}

/** A filter that has only one value, such as `me`. */
export function SwitchFilter({ value, label, ...props }: FilterProps & { value: string; label: string }) {
  const chip = useChipValue()
  const translate = useTranslate()
  return chip ? (
    translate(label)
  ) : (
    <BooleanInput
      {...props}
      label={label}
      format={(current) => current === value}
      parse={(isOn) => (isOn ? value : '')}
    />
  )
}

interface RecordProps extends FilterProps {
  reference: string
  /** Only these records are offered. */
  among?: object
  sort?: { field: string; order: 'ASC' | 'DESC' }
  // biome-ignore lint/suspicious/noExplicitAny: a record of any resource
  nameOf?: (record: any) => string
}

function RecordWords({ reference, nameOf = recordName, value, ...props }: RecordProps & { value: unknown }) {
  const ids = [value].flat().map(Number)
  const { data } = useGetMany(reference, { ids })
  const names = ids.map((id) => {
    const record = data?.find((one) => one?.id === id)
    return record ? nameOf(record) : `#${id}`
  })
  return <NamedValue {...props} value={names.join(', ')} />
}

const search = (q: string) => (q.trim() === '' ? {} : { q })

/** One record of another resource. */
export function RecordFilter(props: RecordProps) {
  const chip = useChipValue()
  if (chip) return <RecordWords {...props} value={chip.value} />
  const { source, label, reference, among = {}, sort = sortOf(props.reference), nameOf = recordName } = props
  const optionText = (record?: Parameters<typeof nameOf>[0]) => (record ? nameOf(record) : '')
  return (
    <ReferenceInput source={source} reference={reference} filter={among} sort={sort}>
      <AutocompleteInput
        label={label}
        optionText={optionText}
        inputText={optionText}
        filterToQuery={search}
        // A filter can have a list of ids.
        format={(value: unknown) => [value].flat()[0] ?? ''}
        parse={(id: number | '' | null) => id || null}
      />
    </ReferenceInput>
  )
}
