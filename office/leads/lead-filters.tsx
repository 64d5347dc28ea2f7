// Filters of the list and the board.
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
import { useLeadOptions, useLeadStatuses } from './options.ts'

const Search = (props: SearchInputProps) => {
  const translate = useTranslate()
  return <SearchInput {...props} slotProps={{ htmlInput: { 'aria-label': translate('ra.action.search') } }} />
}

const nameAsText = ({ name }: { name: string }): string => name

const StatusFilter = (props: SelectArrayInputProps) => (
  <SelectArrayInput {...props} choices={useLeadStatuses()} optionText={nameAsText} translateChoice={false} />
)
const OwnerFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useLeadOptions().owners} translateChoice={false} />
)
const CategoryFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useLeadOptions().categories} translateChoice={false} />
)
const toChoices = (values: string[]) => values.map((value) => ({ id: value, name: value }))
const RegionFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={toChoices(useLeadOptions().regions)} translateChoice={false} />
)
const SectorFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={toChoices(useLeadOptions().sectors)} translateChoice={false} />
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
  <BooleanInput
    key="owner"
    source="owner"
    label="leads.mine"
    format={(owner) => owner === 'me'}
    parse={(isMine) => (isMine ? 'me' : '')}
    alwaysOn
    sx={{ pl: 1.5 }}
  />,
  <StatusFilter key="status" source="status" />,
  <SelectInput key="isOpen" source="isOpen" label="leads.openness" choices={openChoices} />,
  <CategoryFilter key="categoryId" source="categoryId" />,
  <RegionFilter key="region" source="region" />,
  <SectorFilter key="sector" source="sector" />,
  <DateInput key="dueBy" source="dueBy" label="leads.dueBy" />,
  <DateInput key="createdFrom" source="createdFrom" label="leads.createdFrom" />,
  ...(hasSeveralClients ? [<ClientFilter key="clientId" source="clientId" />] : []),
]
