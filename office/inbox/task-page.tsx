// The page of a task: text and attachments; beside them the form, notes and change log.
import { Box, Card, CardContent, Link as MuiLink, Stack, Tab, Tabs, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { SaveButton, TopToolbar } from 'react-admin'
import { Link } from 'react-router-dom'
import { Logbook } from '../leads/logbook.tsx'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ListButton } from '../shell/form/button.tsx'
import { RecordForm, RecordToolbar } from '../shell/form/record-form.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { useFormat } from '../shell/language/format.ts'
import { EditPage } from '../shell/page/edit-page.tsx'
import { TaskFields } from './task-fields.tsx'
import { TaskHead } from './task-head.tsx'
import { type Reply, TaskMail } from './task-mail.tsx'

type Task = RecordOf<'tasks'>

/** Links to the records that the task refers to. */
function Links({ task }: { task: Task }) {
  const translate = useTranslate()
  const format = useFormat()
  const links = [
    task.contactId > 0 && { to: `/contacts/${task.contactId}/show`, text: task.contactName },
    task.leadId > 0 && { to: `/leads/${task.leadId}`, text: task.leadName || translate('inbox.target.lead') },
    task.dateId > 0 && {
      to: `/dates/${task.dateId}`,
      text: [task.dateTitle, format.date(task.startDate)].filter(Boolean).join(', '),
    },
  ].filter((link) => link !== false)
  if (links.length === 0) return null
  return (
    <Stack component="ul" spacing={0.5} sx={{ listStyle: 'none', m: 0, px: 2, pt: 2, pb: 0 }}>
      {links.map(({ to, text }) => (
        <li key={to}>
          <MuiLink component={Link} to={to}>
            {text}
          </MuiLink>
        </li>
      ))}
    </Stack>
  )
}

function Notes({ task }: { task: Task }) {
  const translate = useTranslate()
  const params = { taskId: task.id }
  const mayWrite = useHasRight('task:edit')
  const mayWriteToLead = useHasRight('lead:edit')
  const linked = { lead: task.leadId, booking: task.bookingId, contact: task.contactId }
  const targets = (['lead', 'booking', 'contact'] as const)
    .filter((one) => linked[one] > 0 && (one !== 'lead' || mayWriteToLead))
    .map((id) => ({ id, name: translate(`inbox.target.${id}`) }))
  return (
    <>
      {mayWrite && targets.length === 0 && (
        <Typography color="text.secondary" sx={{ mb: 2 }}>
          {translate('inbox.linkFirst')}
        </Typography>
      )}
      <Logbook
        queryKey={['task', task.id]}
        read={() => api('GET', '/tasks/{taskId}/logbook-entries', { params })}
        add={(entry, target = 'lead') =>
          api('POST', '/tasks/{taskId}/logbook-entries', { params, body: { ...entry, target } })
        }
        targets={targets}
        isReadOnly={!mayWrite}
      />
    </>
  )
}

const tabs = ['task', 'notes', 'changes'] as const

const TaskToolbar = () =>
  useHasRight('task:edit') ? (
    <RecordToolbar>
      <SaveButton />
    </RecordToolbar>
  ) : null

function SidePanel({ task }: { task: Task }) {
  const translate = useTranslate()
  const [tab, setTab] = useState<(typeof tabs)[number]>('task')
  return (
    <Card component="section" aria-label={translate('inbox.beside')}>
      <Tabs value={tab} onChange={(_event, next) => setTab(next)}>
        {tabs.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`task-tab-${one}`}
            aria-controls={`task-panel-${one}`}
            label={translate(`inbox.tab.${one}`)}
          />
        ))}
      </Tabs>
      {/* Hidden instead of unmounted, so that input is kept. */}
      <Box role="tabpanel" id="task-panel-task" aria-labelledby="task-tab-task" hidden={tab !== 'task'}>
        <Links task={task} />
        <RecordForm toolbar={<TaskToolbar />}>
          <TaskFields />
        </RecordForm>
      </Box>
      <CardContent
        role="tabpanel"
        id="task-panel-notes"
        aria-labelledby="task-tab-notes"
        hidden={tab !== 'notes'}
      >
        <Notes task={task} />
      </CardContent>
      {tab === 'changes' && (
        <CardContent role="tabpanel" id="task-panel-changes" aria-labelledby="task-tab-changes">
          <ChangesPanel subject="task" id={task.id} />
        </CardContent>
      )}
    </Card>
  )
}

function Page() {
  const task = useRecordContext<Task>()
  return task ? <TaskDetails key={task.id} task={task} /> : null
}

function TaskDetails({ task }: { task: Task }) {
  const [reply, setReply] = useState<Reply>({ isOpen: false })
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { md: 'minmax(0, 2fr) minmax(300px, 1fr)' },
        alignItems: 'start',
      }}
    >
      <Card>
        <CardContent>
          <TaskHead onReply={() => setReply({ isOpen: true })} isReplying={reply.isOpen} />
          <TaskMail task={task} reply={reply} onReply={setReply} />
        </CardContent>
      </Card>
      <SidePanel task={task} />
    </Box>
  )
}

const actions = (
  <TopToolbar>
    <ListButton />
  </TopToolbar>
)

export const TaskPage = () => (
  <EditPage component="div" actions={actions}>
    <Page />
  </EditPage>
)
