// Chooses records of a resource, which are searched while the user types.
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  type AutocompleteInputProps,
  ReferenceArrayInput,
  ReferenceInput,
} from 'react-admin'

const byName = { field: 'name', order: 'ASC' } as const
const toQuery = (q: string) => ({ q })
export const zeroToEmpty = (id: number | undefined) => id || ''
export const emptyToZero = (id: number | '' | null) => id || 0
const optionText = ({ name, company }: { name: string; company?: string }): string =>
  company && company !== name ? `${name} (${company})` : name

interface Props {
  source: string
  /** A resource whose list has the filter `q`. */
  reference: string
  filter?: object
  sort?: { field: string; order: 'ASC' | 'DESC' }
}

/** The id of a record; 0: none. */
export const RecordInput = ({
  source,
  reference,
  filter = {},
  sort = byName,
  ...props
}: Props & Omit<AutocompleteInputProps, 'choices' | 'source' | 'filter' | 'reference' | 'sort'>) => (
  <ReferenceInput source={source} reference={reference} filter={filter} sort={sort}>
    <AutocompleteInput
      optionText={optionText}
      filterToQuery={toQuery}
      format={zeroToEmpty}
      parse={emptyToZero}
      {...props}
    />
  </ReferenceInput>
)

export const RecordArrayInput = ({
  source,
  reference,
  filter = {},
  ...props
}: Props & Pick<AutocompleteInputProps, 'label'>) => (
  <ReferenceArrayInput source={source} reference={reference} filter={filter} sort={byName}>
    <AutocompleteArrayInput optionText={optionText} filterToQuery={toQuery} {...props} />
  </ReferenceArrayInput>
)
