// Chooses records of a resource, which are searched while the user types. The list opens when it is needed: it would cover
// an error that leads to the field.
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  type AutocompleteInputProps,
  ReferenceArrayInput,
  ReferenceInput,
} from 'react-admin'

const byName = { field: 'name', order: 'ASC' } as const
/** For inputs that choose a contact or a company: they find the same records in the same order as the search of the app bar. */
export const byRelevance = { field: 'relevance', order: 'ASC' } as const
/** The order of the records to choose from. */
export const sortOf = (reference: string) =>
  reference === 'contacts' || reference === 'companies' ? byRelevance : byName
const toQuery = (q: string) => ({ q })
export const zeroToEmpty = (id: number | undefined) => id || ''
export const emptyToZero = (id: number | '' | null) => id || 0
/** The name of a record in lists to choose from. */
export const recordName = ({ name, company }: { name: string; company?: string }): string =>
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
  sort = sortOf(reference),
  ...props
}: Props & Omit<AutocompleteInputProps, 'choices' | 'source' | 'filter' | 'reference' | 'sort'>) => (
  <ReferenceInput source={source} reference={reference} filter={filter} sort={sort}>
    <AutocompleteInput
      optionText={recordName}
      filterToQuery={toQuery}
      format={zeroToEmpty}
      parse={emptyToZero}
      openOnFocus={false}
      {...props}
    />
  </ReferenceInput>
)

export const RecordArrayInput = ({
  source,
  reference,
  filter = {},
  sort = sortOf(reference),
  ...props
}: Props & Pick<AutocompleteInputProps, 'label' | 'validate' | 'helperText'>) => (
  <ReferenceArrayInput source={source} reference={reference} filter={filter} sort={sort}>
    <AutocompleteArrayInput optionText={recordName} filterToQuery={toQuery} openOnFocus={false} {...props} />
  </ReferenceArrayInput>
)
