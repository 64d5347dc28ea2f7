// Filters of the lists of contacts and companies.
import type { ReactElement } from 'react'
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  ReferenceInput,
  SelectInput,
  TextInput,
} from 'react-admin'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { byRelevance } from '../shell/form/reference-inputs.tsx'
import { useContactOptions } from './options.ts'

function CategoryFilter({ source }: { source: string; label?: string }) {
  const { categories } = useContactOptions()
  return <AutocompleteArrayInput source={source} label="contacts.filter.category" choices={categories} />
}

const choices = (prefix: string, ids: readonly string[]) => ids.map((id) => ({ id, name: `${prefix}.${id}` }))
const newsletterChoices = choices('contacts.newsletterStatus', ['active', 'pending', 'unsubscribed', 'none'])
const toSearchFilter = (q: string) => ({ q })

/** Filters that both lists have. */
export const commonFilters: ReactElement[] = [
  <CategoryFilter key="categoryIds" source="categoryIds" label="contacts.filter.category" />,
  <TextInput key="zip" source="zip" label="contacts.filter.zip" />,
  <TextInput key="city" source="city" label="contacts.filter.city" />,
  <DateInput key="createdFrom" source="createdFrom" label="contacts.filter.createdFrom" />,
  <DateInput key="createdTo" source="createdTo" label="contacts.filter.createdTo" />,
  <SelectInput
    key="newsletterStatus"
    source="newsletterStatus"
    label="contacts.filter.newsletterStatus"
    choices={newsletterChoices}
  />,
  <BooleanInput key="hasEmail" source="hasEmail" label="contacts.filter.hasEmail" />,
]

export const contactFilters: ReactElement[] = [
  <SelectInput
    key="contactType"
    source="contactType"
    label="contacts.filter.contactType"
    choices={choices('contacts.type', ['person', 'location'])}
  />,
  <ReferenceInput key="companyId" source="companyId" reference="companies" sort={byRelevance}>
    <AutocompleteInput label="contacts.filter.company" optionText="name" filterToQuery={toSearchFilter} />
  </ReferenceInput>,
  ...commonFilters,
]
