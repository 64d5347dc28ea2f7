// Inputs that choose events, dates, trainers, locations, catalogues and clients.
import { useTranslate } from 'ra-core'
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  type AutocompleteInputProps,
  ReferenceArrayInput,
  ReferenceInput,
  SelectInput,
  type SelectInputProps,
} from 'react-admin'
import { useSession } from '../shell/api/session.ts'
import { type Format, useFormat } from '../shell/app/format.ts'
import type { ListedDate } from './event-date.ts'

const search = (q: string) => (q ? { q } : {})
const byName = { field: 'name', order: 'ASC' } as const
const emptyToZero = (value: unknown) =>
  value === '' || value === null || value === undefined ? 0 : Number(value)
const zeroToEmpty = (value: unknown) => (value === 0 || value === undefined || value === null ? '' : value)

/** A date in one line: days, title, identifier, id. */
export const dateLabel = (
  date: Pick<ListedDate, 'id' | 'displayTitle' | 'identifier' | 'startDate' | 'endDate'>,
  format: Format,
) =>
  [
    format.span(date.startDate, date.endDate),
    date.displayTitle,
    date.identifier && `(${date.identifier})`,
    `#${date.id}`,
  ]
    .filter(Boolean)
    .join(' · ')

type Props = Omit<AutocompleteInputProps, 'choices' | 'source' | 'filter'> & {
  source: string
  reference?: never
}

export const EventInput = ({ source, ...props }: Props) => (
  <ReferenceInput source={source} reference="events" sort={{ field: 'title', order: 'ASC' }}>
    <AutocompleteInput
      optionText="title"
      filterToQuery={search}
      parse={emptyToZero}
      format={zeroToEmpty}
      {...props}
    />
  </ReferenceInput>
)

export const TrainerInput = ({ source, ...props }: Props) => (
  <ReferenceInput source={source} reference="trainers" sort={{ field: 'lastName', order: 'ASC' }}>
    <AutocompleteInput
      optionText="name"
      filterToQuery={search}
      parse={emptyToZero}
      format={zeroToEmpty}
      {...props}
    />
  </ReferenceInput>
)

export function DateReferenceInput({ source, filter, ...props }: Props & { filter?: object }) {
  const format = useFormat()
  return (
    <ReferenceInput
      source={source}
      reference="dates"
      sort={{ field: 'startDate', order: 'DESC' }}
      {...(filter ? { filter } : {})}
    >
      <AutocompleteInput
        optionText={(date?: ListedDate) => (date ? dateLabel(date, format) : '')}
        filterToQuery={search}
        parse={emptyToZero}
        format={zeroToEmpty}
        {...props}
      />
    </ReferenceInput>
  )
}

const createMultiInput = (reference: string) =>
  function Many({ source, label }: { source: string; label?: string }) {
    return (
      <ReferenceArrayInput source={source} reference={reference} sort={byName}>
        <AutocompleteArrayInput optionText="name" filterToQuery={search} {...(label ? { label } : {})} />
      </ReferenceArrayInput>
    )
  }
export const LocationsInput = createMultiInput('locations')
export const CataloguesInput = createMultiInput('catalogues')

export const LocationInput = ({ source, ...props }: Props) => (
  <ReferenceInput source={source} reference="locations" sort={byName}>
    <AutocompleteInput
      optionText="name"
      filterToQuery={search}
      parse={emptyToZero}
      format={zeroToEmpty}
      {...props}
    />
  </ReferenceInput>
)
export const CatalogueInput = ({ source, ...props }: Props) => (
  <ReferenceInput source={source} reference="catalogues" sort={byName}>
    <AutocompleteInput optionText="name" filterToQuery={search} {...props} />
  </ReferenceInput>
)
export const CategoryInput = ({ source, ...props }: Props) => (
  <ReferenceInput source={source} reference="catalogue-categories" sort={{ field: 'id', order: 'ASC' }}>
    <AutocompleteInput optionText="name" filterToQuery={search} {...props} />
  </ReferenceInput>
)

/** The clients of the user, and the client of the record. */
export function ClientInput({
  current = 0,
  ...props
}: Partial<SelectInputProps> & { source: string; current?: number }) {
  const translate = useTranslate()
  const clients = useSession()?.clients ?? []
  const other = current !== 0 && clients.every(({ id }) => id !== current)
  const choices = other
    ? [...clients, { id: current, name: `${translate('shell.client')} ${current}` }]
    : clients
  return <SelectInput choices={choices} parse={emptyToZero} format={zeroToEmpty} {...props} />
}
