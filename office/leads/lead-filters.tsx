// What both views of the leads are filtered by.

import { useTranslate } from 'ra-core'
import {
  BooleanInput,
  SearchInput,
  type SearchInputProps,
  SelectArrayInput,
  type SelectArrayInputProps,
  SelectInput,
  type SelectInputProps,
} from 'react-admin'
import { useSession } from '../shell/api/session.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { useLeadChoices, useLeadStates } from './choices.ts'

const Search = (props: SearchInputProps) => {
  const translate = useTranslate()
  return <SearchInput {...props} slotProps={{ htmlInput: { 'aria-label': translate('ra.action.search') } }} />
}

const nameAsText = ({ name }: { name: string }): string => name

const StateFilter = (props: SelectArrayInputProps) => (
  <SelectArrayInput {...props} choices={useLeadStates()} optionText={nameAsText} translateChoice={false} />
)
const OwnerFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useLeadChoices().owners} translateChoice={false} />
)
const CategoryFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useLeadChoices().categories} translateChoice={false} />
)
const toChoices = (values: string[]) => values.map((value) => ({ id: value, name: value }))
const RegionFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={toChoices(useLeadChoices().regions)} translateChoice={false} />
)
const SectorFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={toChoices(useLeadChoices().sectors)} translateChoice={false} />
)
const ClientFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useSession()?.clients ?? []} translateChoice={false} />
)
const openChoices = [
  { id: 'true', name: 'leads.open' },
  { id: 'false', name: 'leads.closed' },
]

export const searchFilter = <Search key="q" source="q" alwaysOn />

/** @param hasSeveralClients the user works for more than one client */
export const leadFilters = (hasSeveralClients: boolean) => [
  <OwnerFilter key="ownerId" source="ownerId" alwaysOn />,
  <BooleanInput key="mine" source="mine" label="leads.mine" alwaysOn sx={{ pl: 1.5 }} />,
  <StateFilter key="state" source="state" />,
  <SelectInput key="open" source="open" label="leads.openness" choices={openChoices} />,
  <CategoryFilter key="categoryId" source="categoryId" />,
  <RegionFilter key="region" source="region" />,
  <SectorFilter key="sector" source="sector" />,
  <DateInput key="dueBy" source="dueBy" label="leads.dueBy" />,
  <DateInput key="createdFrom" source="createdFrom" label="leads.createdFrom" />,
  ...(hasSeveralClients ? [<ClientFilter key="clientId" source="clientId" />] : []),
]
