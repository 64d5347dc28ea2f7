// The page of a lead: its fields; beside them contacts, logbook, tasks and change log.
import { Box, Card, CardContent, Stack, Tab, Tabs } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { ListButton, TopToolbar } from 'react-admin'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { EditPage } from '../shell/form/edit-page.tsx'
import { RecordForm, RecordToolbar } from '../shell/form/record-form.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { LeadFields } from './lead-form.tsx'
import { LeadPeople } from './lead-people.tsx'
import { LeadTasks } from './lead-tasks.tsx'
import { Logbook } from './logbook.tsx'

const tabs = ['logbook', 'tasks', 'changes'] as const

const LeadToolbar = () => (useHasRight('lead:edit') ? <RecordToolbar /> : null)

function LeadLogbook({ leadId }: { leadId: number }) {
  const params = { leadId }
  const mayWrite = useHasRight('lead:edit')
  return (
    <Logbook
      queryKey={['lead', leadId]}
      read={() => api('GET', '/leads/{leadId}/logbook-entries', { params })}
      add={(body) => api('POST', '/leads/{leadId}/logbook-entries', { params, body })}
      isReadOnly={!mayWrite}
    />
  )
}

function SidePanel() {
  const translate = useTranslate()
  const lead = useRecordContext<RecordOf<'leads'>>()
  const [tab, setTab] = useState<(typeof tabs)[number]>('logbook')
  const seesTasks = useHasRight('task:access')
  if (!lead) return null
  return (
    <Card component="section" aria-label={translate('leads.beside')}>
      <Tabs value={tab} onChange={(_event, next) => setTab(next)}>
        {tabs
          .filter((one) => one !== 'tasks' || seesTasks)
          .map((one) => (
            <Tab
              key={one}
              value={one}
              id={`lead-tab-${one}`}
              aria-controls={`lead-panel-${one}`}
              label={translate(`leads.tab.${one}`)}
            />
          ))}
      </Tabs>
      <CardContent role="tabpanel" id={`lead-panel-${tab}`} aria-labelledby={`lead-tab-${tab}`}>
        {tab === 'logbook' && <LeadLogbook leadId={lead.id} />}
        {tab === 'tasks' && <LeadTasks lead={lead} />}
        {tab === 'changes' && <ChangesPanel subject="lead" id={lead.id} />}
      </CardContent>
    </Card>
  )
}

const actions = (
  <TopToolbar>
    <ListButton />
  </TopToolbar>
)

export const LeadEdit = () => (
  <EditPage component="div" actions={actions}>
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { md: 'minmax(0, 3fr) minmax(0, 2fr)' },
        alignItems: 'start',
      }}
    >
      <Card>
        <RecordForm toolbar={<LeadToolbar />}>
          <LeadFields />
        </RecordForm>
      </Card>
      <Stack spacing={2}>
        <LeadPeople />
        <SidePanel />
      </Stack>
    </Box>
  </EditPage>
)
