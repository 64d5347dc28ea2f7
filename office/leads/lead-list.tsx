// The leads, as a board or as a list.
import BoardIcon from '@mui/icons-material/ViewColumnOutlined'
import ListIcon from '@mui/icons-material/ViewListOutlined'
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { List, useStore } from 'react-admin'
import type { RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { useSession } from '../shell/api/session.ts'
import { DateTimeField, DayField, NumberField } from '../shell/list/fields.tsx'
import { ListMemory } from '../shell/list/list-memory.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { cellWidth } from '../shell/list/list-styles.ts'
import { ListToolbar } from '../shell/list/list-toolbar.tsx'
import { ViewAddress } from '../shell/list/views/view-address.tsx'
import { ViewsMenu } from '../shell/list/views/views-menu.tsx'
import { LeadBoard } from './lead-board.tsx'
import { leadFilters } from './lead-filters.tsx'
import { useLeadStatuses } from './options.ts'

const Column = columnOf<RowOf<'leads'>>()

const narrow = cellWidth(12)

type View = 'board' | 'list'

function ViewSwitch({ view, setView }: { view: View; setView: (view: View) => void }) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      aria-label={translate('leads.view')}
      onChange={(_event, next: View | null) => next && setView(next)}
    >
      <ToggleButton value="board" aria-label={translate('leads.board')}>
        <BoardIcon fontSize="small" />
      </ToggleButton>
      <ToggleButton value="list" aria-label={translate('leads.list')}>
        <ListIcon fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  )
}

function StatusField(_props: { source: string }) {
  const statuses = useLeadStatuses()
  const lead = useRecordContext<RecordOf<'leads'>>()
  return <span>{statuses.find(({ id }) => id === lead?.status)?.name ?? lead?.status}</span>
}

export function LeadList() {
  const [view, setView] = useStore<View>('leads.view', 'board')
  const hasSeveralClients = (useSession()?.clients.length ?? 0) > 1
  const filters = leadFilters(hasSeveralClients)
  const switcher = <ViewSwitch view={view} setView={setView} />

  if (view === 'board')
    return (
      <ListMemory resource="leads">
        <ViewAddress resource="leads">
          <List
            component="div"
            exporter={false}
            pagination={false}
            empty={false}
            perPage={25}
            sort={{ field: 'createdAt', order: 'DESC' }}
            actions={
              <ListToolbar filters={filters} hasSearch views={<ViewsMenu resource="leads" />}>
                {switcher}
              </ListToolbar>
            }
          >
            <LeadBoard onShowList={() => setView('list')} />
          </List>
        </ViewAddress>
      </ListMemory>
    )
  return (
    <ListPage
      sort={{ field: 'createdAt', order: 'DESC' }}
      filters={filters}
      actions={switcher}
      empty={false}
      hiddenColumns={['region', 'sector', 'size', 'createdAt']}
      phoneColumns={['name', 'status', 'nextStepDate']}
    >
      <Column source="name" />
      <Column source="status" field={StatusField} />
      <Column source="companyName" disableSort cellSx={narrow} />
      <Column source="ownerName" />
      <Column source="categoryName" />
      <Column source="region" />
      <Column source="sector" />
      <Column source="size" field={NumberField} />
      <Column source="rating" field={NumberField} />
      <Column source="nextStep" disableSort cellSx={narrow} />
      <Column source="nextStepDate" field={DayField} />
      <Column source="createdAt" field={DateTimeField} />
    </ListPage>
  )
}
