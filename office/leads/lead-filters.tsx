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
import { useChoices, useStates } from './choices.ts'

const Search = (props: SearchInputProps) => {
  const translate = useTranslate()
  return <SearchInput {...props} slotProps={{ htmlInput: { 'aria-label': translate('ra.action.search') } }} />
}

const asIs = ({ name }: { name: string }): string => name

const StateFilter = (props: SelectArrayInputProps) => (
  <SelectArrayInput {...props} choices={useStates()} optionText={asIs} translateChoice={false} />
)
const OwnerFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useChoices().owners} translateChoice={false} />
)
const CategoryFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useChoices().categories} translateChoice={false} />
)
const texts = (values: string[]) => values.map((value) => ({ id: value, name: value }))
const RegionFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={texts(useChoices().regions)} translateChoice={false} />
)
const SectorFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={texts(useChoices().sectors)} translateChoice={false} />
)
const ClientFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useSession()?.clients ?? []} translateChoice={false} />
)
const openness = [
  { id: 'true', name: 'leads.open' },
  { id: 'false', name: 'leads.closed' },
]

export const searchFilter = <Search key="q" source="q" alwaysOn />

/** @param several the user works for more than one client */
export const leadFilters = (several: boolean) => [
  <OwnerFilter key="ownerId" source="ownerId" alwaysOn />,
  <BooleanInput key="mine" source="mine" label="leads.mine" alwaysOn sx={{ pl: 1.5 }} />,
  <StateFilter key="state" source="state" />,
  <SelectInput key="open" source="open" label="leads.openness" choices={openness} />,
  <CategoryFilter key="categoryId" source="categoryId" />,
  <RegionFilter key="region" source="region" />,
  <SectorFilter key="sector" source="sector" />,
  <DateInput key="dueBy" source="dueBy" label="leads.dueBy" />,
  <DateInput key="createdFrom" source="createdFrom" label="leads.createdFrom" />,
  ...(several ? [<ClientFilter key="clientId" source="clientId" />] : []),
]
