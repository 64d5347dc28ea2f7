// Filters of the list and the board.
import { useSession } from '../shell/api/session.ts'
import {
  DayFilter,
  type FilterProps,
  SelectFilter,
  SwitchFilter,
} from '../shell/list/filters/filter-inputs.tsx'
import { useLeadOptions, useLeadStatuses } from './options.ts'

const StatusFilter = (props: FilterProps) => <SelectFilter {...props} several choices={useLeadStatuses()} />
const OwnerFilter = (props: FilterProps) => <SelectFilter {...props} choices={useLeadOptions().owners} />
const CategoryFilter = (props: FilterProps) => (
  <SelectFilter {...props} choices={useLeadOptions().categories} />
)
const toChoices = (values: string[]) => values.map((value) => ({ id: value, name: value }))
const RegionFilter = (props: FilterProps) => (
  <SelectFilter {...props} choices={toChoices(useLeadOptions().regions)} />
)
const SectorFilter = (props: FilterProps) => (
  <SelectFilter {...props} choices={toChoices(useLeadOptions().sectors)} />
)
const ClientFilter = (props: FilterProps) => <SelectFilter {...props} choices={useSession()?.clients ?? []} />
const openChoices = [
  { id: 'true', name: 'leads.open' },
  { id: 'false', name: 'leads.closed' },
]

/** @param hasSeveralClients the user works for more than one client */
export const leadFilters = (hasSeveralClients: boolean) => [
  <OwnerFilter key="ownerId" source="ownerId" />,
  <SwitchFilter key="owner" source="owner" label="leads.mine" value="me" />,
  <StatusFilter key="status" source="status" />,
  <SelectFilter key="isOpen" source="isOpen" label="leads.openness" choices={openChoices} />,
  <CategoryFilter key="categoryId" source="categoryId" />,
  <RegionFilter key="region" source="region" />,
  <SectorFilter key="sector" source="sector" />,
  <DayFilter key="dueBy" source="dueBy" label="leads.dueBy" />,
  <DayFilter key="createdFrom" source="createdFrom" label="leads.createdFrom" />,
  ...(hasSeveralClients ? [<ClientFilter key="clientId" source="clientId" />] : []),
]
