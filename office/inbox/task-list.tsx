// The inbox: imported mails and to-dos.
import AttachmentIcon from '@mui/icons-material/AttachFile'
import MailIcon from '@mui/icons-material/MailOutlined'
import TodoIcon from '@mui/icons-material/TaskAltOutlined'
import { Box, Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { SelectInput, type SelectInputProps } from 'react-admin'
import type { Task } from '../../server/inbox/task.office.schema.ts'
import { useLeadChoices } from '../leads/choices.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { DateTimeField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { today } from './today.ts'

const UserFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useLeadChoices().users} translateChoice={false} />
)
const ClientFilter = (props: SelectInputProps) => (
  <SelectInput {...props} choices={useSession()?.clients ?? []} translateChoice={false} />
)

const choices = (name: string, ids: string[]) => ids.map((id) => ({ id, name: `inbox.${name}.${id}` }))

const filtersFor = (hasSeveralClients: boolean) => [
  <SelectInput
    key="done"
    source="done"
    label="inbox.status"
    choices={choices('done', ['false', 'true'])}
    emptyText="inbox.done.all"
    alwaysOn
  />,
  <SelectInput
    key="assignee"
    source="assignee"
    label="inbox.whose"
    choices={choices('assignee', ['me', 'none'])}
    emptyText="inbox.assignee.all"
    alwaysOn
  />,
  <UserFilter key="assigneeId" source="assigneeId" />,
  <SelectInput key="kind" source="kind" choices={choices('kind', ['mail', 'todo'])} />,
  <DateInput key="dueBy" source="dueBy" label="inbox.dueBy" />,
  ...(hasSeveralClients ? [<ClientFilter key="clientId" source="clientId" />] : []),
]

function SubjectField(_props: { source: string; label?: string }) {
  const translate = useTranslate()
  const task = useRecordContext<Task>()
  if (!task) return null
  const Icon = task.kind === 'mail' ? MailIcon : TodoIcon
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Icon
        fontSize="small"
        titleAccess={translate(`inbox.kind.${task.kind}`)}
        sx={{ color: 'text.secondary' }}
      />
      <Box
        component="span"
        sx={{ fontWeight: task.done ? 400 : 600, textDecoration: task.done ? 'line-through' : 'none' }}
      >
        {task.subject || task.taskNr}
      </Box>
      {task.attachments > 0 && (
        <AttachmentIcon
          fontSize="small"
          titleAccess={translate('inbox.attachments.count', { smart_count: task.attachments })}
          sx={{ color: 'text.secondary' }}
        />
      )}
    </Box>
  )
}

const FromField = (_props: { source: string; label?: string }) => {
  const task = useRecordContext<Task>()
  return <span>{task?.contact || task?.mailFrom}</span>
}

const AboutField = (_props: { source: string; label?: string }) => {
  const format = useFormat()
  const task = useRecordContext<Task>()
  return (
    <span>{task?.lead || [task?.eventTitle, format.date(task?.startsOn)].filter(Boolean).join(', ')}</span>
  )
}

function DueField(_props: { source: string; label?: string }) {
  const format = useFormat()
  const translate = useTranslate()
  const task = useRecordContext<Task>()
  if (!task?.dueOn) return null
  if (task.done || task.dueOn >= today()) return <span>{format.date(task.dueOn)}</span>
  return (
    <Chip
      size="small"
      color="error"
      variant="outlined"
      label={`${format.date(task.dueOn)} · ${translate('leads.late')}`}
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
      filterDefaultValues={{ done: 'false' }}
      hiddenColumns={['taskNr']}
      empty={false}
    >
      <Column source="taskNr" disableSort />
      <Column source="subject" field={SubjectField} />
      <Column source={seesContacts ? 'contact' : 'mailFrom'} label="inbox.from" field={FromField} />
      <Column source="lead" label="inbox.about" field={AboutField} />
      <Column source="assignee" />
      <Column source="dueOn" field={DueField} />
      <Column source="createdAt" field={DateTimeField} />
    </ListPage>
  )
}
