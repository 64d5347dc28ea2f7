// Inputs that choose events, dates, trainers, locations, catalogues and clients.
import { useGetMany, useTranslate } from 'ra-core'
import { type ComponentProps, useEffect } from 'react'
import { AutocompleteArrayInput, SelectInput, type SelectInputProps } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { useSession } from '../../shell/api/session.ts'
import {
  emptyToZero,
  RecordArrayInput,
  RecordInput,
  zeroToEmpty,
} from '../../shell/form/reference-inputs.tsx'
import { type Format, useFormat } from '../../shell/language/format.ts'
import type { ListedDate } from './event-date.ts'

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

type Props = Omit<ComponentProps<typeof RecordInput>, 'reference'>

export const EventInput = (props: Props) => (
  <RecordInput reference="events" sort={{ field: 'title', order: 'ASC' }} optionText="title" {...props} />
)
export const TrainerInput = (props: Props) => (
  <RecordInput reference="trainers" sort={{ field: 'lastName', order: 'ASC' }} {...props} />
)
export const LocationInput = (props: Props) => <RecordInput reference="locations" {...props} />
export const CatalogueInput = (props: Props) => <RecordInput reference="catalogues" {...props} />
export const CategoryInput = (props: Props) => (
  <RecordInput reference="catalogue-categories" sort={{ field: 'id', order: 'ASC' }} {...props} />
)

export function DateReferenceInput(props: Props) {
  const format = useFormat()
  return (
    <RecordInput
      reference="dates"
      sort={{ field: 'startDate', order: 'DESC' }}
      optionText={(date?: ListedDate) => (date ? dateLabel(date, format) : '')}
      {...props}
    />
  )
}

type ArrayProps = Omit<ComponentProps<typeof RecordArrayInput>, 'reference'>

export const LocationsInput = (props: ArrayProps) => <RecordArrayInput reference="locations" {...props} />
/** The rooms of the locations that the form has in `locationIds`. */
export function RoomsInput({ source, label }: Pick<ArrayProps, 'label'> & { source: string }) {
  const locationIds: number[] = useWatch({ name: 'locationIds' }) ?? []
  const roomIds: number[] = useWatch({ name: source }) ?? []
  const { setValue } = useFormContext()
  const { data: locations = [], isSuccess } = useGetMany<RecordOf<'locations'>>(
    'locations',
    { ids: locationIds },
    { enabled: locationIds.length > 0 },
  )
  const choices = locations.flatMap((location) =>
    location.rooms.map(({ id, name }) => ({
      id,
      name: locations.length > 1 ? `${location.name}, ${name}` : name,
    })),
  )
  // With a location, its rooms go.
  const kept = roomIds.filter((id) => choices.some((room) => room.id === id))
  const isOutdated = kept.length < roomIds.length && (isSuccess || locationIds.length === 0)
  useEffect(() => {
    if (isOutdated) setValue(source, kept, { shouldDirty: true })
  })
  if (choices.length === 0) return null
  return <AutocompleteArrayInput source={source} label={label} choices={choices} translateChoice={false} />
}

export const CataloguesInput = (props: ArrayProps) => <RecordArrayInput reference="catalogues" {...props} />

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
