// Filters of the lists of contacts and companies.
import { typesOf } from '../../server/addresses/contact-types.ts'
import type { FilterElement } from '../shell/list/filters/active-filters.ts'
import {
  DayFilter,
  type FilterProps,
  RecordFilter,
  SelectFilter,
  TextFilter,
  YesNoFilter,
} from '../shell/list/filters/filter-inputs.tsx'
import { useContactOptions } from './options.ts'

const CategoryFilter = (props: FilterProps) => (
  <SelectFilter {...props} several choices={useContactOptions().categories} />
)

const choices = (prefix: string, ids: readonly string[]) => ids.map((id) => ({ id, name: `${prefix}.${id}` }))
const newsletterChoices = choices('contacts.newsletterStatus', ['active', 'pending', 'unsubscribed', 'none'])

/** Filters that both lists have. */
export const commonFilters: readonly FilterElement[] = [
  <CategoryFilter key="categoryIds" source="categoryIds" />,
  <TextFilter key="zip" source="zip" label="contacts.filter.zip" />,
  <TextFilter key="city" source="city" label="contacts.filter.city" />,
  <DayFilter key="createdFrom" source="createdFrom" label="contacts.filter.createdFrom" />,
  <DayFilter key="createdTo" source="createdTo" label="contacts.filter.createdTo" />,
  <SelectFilter key="newsletterStatus" source="newsletterStatus" choices={newsletterChoices} />,
  <YesNoFilter key="hasEmail" source="hasEmail" label="contacts.filter.hasEmail" />,
]

export const contactFilters: readonly FilterElement[] = [
  <SelectFilter
    key="contactType"
    source="contactType"
    choices={choices('contacts.type', typesOf('contacts'))}
  />,
  <RecordFilter
    key="companyId"
    source="companyId"
    reference="companies"
    nameOf={({ name }: { name: string }) => name}
  />,
  ...commonFilters,
]
