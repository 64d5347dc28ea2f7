// Chooses contacts, companies or leads, which are searched while the user types.
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  type AutocompleteInputProps,
  ReferenceArrayInput,
  ReferenceInput,
} from 'react-admin'

const byName = { field: 'name', order: 'ASC' } as const
const toQuery = (q: string) => ({ q })
const zeroToEmpty = (id: number | undefined) => id || ''
const emptyToZero = (id: number | '' | null) => id || 0
const optionText = ({ name, company }: { name: string; company?: string }): string =>
  company && company !== name ? `${name} (${company})` : name

interface Props {
  source: string
  reference: 'contacts' | 'companies' | 'leads'
  filter?: object
}

/** The id of a record; 0: none. */
export const RecordInput = ({
  source,
  reference,
  filter = {},
  ...props
}: Props & Pick<AutocompleteInputProps, 'label' | 'onChange' | 'onCreate'>) => (
  <ReferenceInput source={source} reference={reference} filter={filter} sort={byName}>
    <AutocompleteInput
      optionText={optionText}
      filterToQuery={toQuery}
      format={zeroToEmpty}
      parse={emptyToZero}
      {...props}
    />
  </ReferenceInput>
)

export const RecordArrayInput = ({ source, reference, filter = {} }: Props) => (
  <ReferenceArrayInput source={source} reference={reference} filter={filter} sort={byName}>
    <AutocompleteArrayInput optionText={optionText} filterToQuery={toQuery} />
  </ReferenceArrayInput>
)
