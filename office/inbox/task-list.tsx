// The list of tasks: imported mail and to-dos.
import AttachmentIcon from '@mui/icons-material/AttachFile'
import MailIcon from '@mui/icons-material/MailOutlined'
import TodoIcon from '@mui/icons-material/TaskAltOutlined'
import { Box, Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useLeadOptions } from '../leads/options.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { useToday } from '../shell/language/today.ts'
import { DateTimeField } from '../shell/list/fields.tsx'
import { DayFilter, type FilterProps, SelectFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { UnprovenIcon } from './sender-authentication.tsx'

type Task = RowOf<'tasks'>
const Column = columnOf<Task>()

const UserFilter = (props: FilterProps) => <SelectFilter {...props} choices={useLeadOptions().assignees} />
const ClientFilter = (props: FilterProps) => <SelectFilter {...props} choices={useSession()?.clients ?? []} />

const choices = (name: string, ids: string[]) => ids.map((id) => ({ id, name: `inbox.${name}.${id}` }))

const filtersFor = (hasSeveralClients: boolean) => [
  <SelectFilter
    key="isDone"
    source="isDone"
    label="inbox.status"
    choices={choices('done', ['false', 'true'])}
  />,
  <SelectFilter
    key="assignee"
    source="assignee"
    label="inbox.assigneeFilter"
    choices={choices('assignee', ['me', 'none'])}
  />,
  <UserFilter key="assigneeId" source="assigneeId" />,
  <SelectFilter key="kind" source="kind" choices={choices('kind', ['mail', 'todo'])} />,
  <DayFilter key="dueBy" source="dueBy" label="inbox.dueBy" />,
  ...(hasSeveralClients ? [<ClientFilter key="clientId" source="clientId" />] : []),
]

function SubjectField(_props: { source: string; label?: string }) {
  const translate = useTranslate()
  const task = useRecordContext<Task>()
  if (!task) return null
  const Icon = task.kind === 'mail' ? MailIcon : TodoIcon
  return (
    <Box component="span" sx={{ '&&': { display: 'flex' }, alignItems: 'center', gap: 1 }}>
      <Icon
        fontSize="small"
        titleAccess={translate(`inbox.kind.${task.kind}`)}
        sx={{ color: 'text.secondary' }}
      />
      <Box
        component="span"
        sx={{ fontWeight: task.isDone ? 400 : 600, textDecoration: task.isDone ? 'line-through' : 'none' }}
      >
        {task.subject || task.taskNr}
      </Box>
      <UnprovenIcon task={task} />
      {task.attachmentCount > 0 && (
        <AttachmentIcon
          fontSize="small"
          titleAccess={translate('inbox.attachments.count', { smart_count: task.attachmentCount })}
          sx={{ color: 'text.secondary' }}
        />
      )}
    </Box>
  )
}

const FromField = (_props: { source: string; label?: string }) => {
  const task = useRecordContext<Task>()
  return <span>{task?.contactName || task?.mailFrom}</span>
}

const AboutField = (_props: { source: string; label?: string }) => {
  const format = useFormat()
  const task = useRecordContext<Task>()
  return (
    <span>
      {task?.leadName || [task?.dateTitle, format.date(task?.startDate)].filter(Boolean).join(', ')}
    </span>
  )
}

function DueField(_props: { source: string; label?: string }) {
  const format = useFormat()
  const translate = useTranslate()
  const today = useToday()
  const task = useRecordContext<Task>()
  if (!task?.dueDate) return null
  if (task.isDone || task.dueDate >= today) return <span>{format.date(task.dueDate)}</span>
  return (
    <Chip
      size="small"
      color="error"
      variant="outlined"
      label={`${format.date(task.dueDate)} · ${translate('leads.overdue')}`}
    />
  )
}

export function TaskList() {
  const hasSeveralClients = (useSession()?.clients.length ?? 0) > 1
  const seesContacts = useHasRight('090300:access')
  return (
    <ListPage
      sort={{ field: 'createdAt', order: 'DESC' }}
      filters={filtersFor(hasSeveralClients)}
      filterDefaultValues={{ isDone: 'false' }}
      hiddenColumns={['taskNr']}
      phoneColumns={['subject', 'dueDate']}
      empty={false}
    >
      <Column source="taskNr" disableSort />
      <Column source="subject" field={SubjectField} />
      <Column source={seesContacts ? 'contactName' : 'mailFrom'} label="inbox.from" field={FromField} />
      <Column source="leadName" label="inbox.about" field={AboutField} />
      <Column source="assigneeName" />
      <Column source="dueDate" field={DueField} />
      <Column source="createdAt" field={DateTimeField} />
    </ListPage>
  )
}
