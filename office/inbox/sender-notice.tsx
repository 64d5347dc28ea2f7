// The sender of the mail of a task: a contact to choose, or to create; whether mail to the sender comes back; missing parts of the mail.
import { Alert, Button, Link as MuiLink, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer, RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { needsFiling } from './sender-authentication.tsx'

type Task = RecordOf<'tasks'>
export type MailThread = Answer<'GET', '/tasks/{taskId}/mail-thread'>
type Sender = MailThread['sender']

/** First and last name of `Anna Schmidt` or `Schmidt, Anna`. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(',').map((part) => part.trim())
  if (first !== undefined) return { firstName: first, lastName: last }
  const words = last.split(/\s+/).filter(Boolean)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

const Notice = ({ children, actions }: { children: ReactNode; actions?: ReactNode }) => (
  <Alert severity="info" icon={false} sx={{ '& .MuiAlert-message': { width: '100%' } }}>
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <span>{children}</span>
      {actions}
    </Stack>
  </Alert>
)

function ContactChoice({ task, sender }: { task: Task; sender: Sender }) {
  const translate = useTranslate()
  const mayEdit = useHasRight('task:edit')
  const mayCreate = useHasRight('090300:add')
  const { run, busy } = useAction(
    (contactId: number) =>
      api('PATCH', '/tasks/{taskId}', {
        params: { taskId: task.id },
        body: { version: task.version, contactId },
      }),
    { success: 'inbox.sender.assigned', refresh: 'page' },
  )
  const { contacts, name, address } = sender
  if (contacts.length === 0)
    return (
      <Notice
        actions={
          mayCreate && (
            <Button
              size="small"
              component={Link}
              to="/contacts/create"
              state={{
                record: {
                  contactType: 'person',
                  ...splitName(name),
                  emails: [{ email: address, isDefault: true }],
                },
              }}
            >
              {translate('inbox.sender.create')}
            </Button>
          )
        }
      >
        {translate('inbox.sender.unknown', { address })}
      </Notice>
    )
  return (
    <Notice
      actions={
        mayEdit &&
        contacts.map((contact) => (
          <Button
            key={contact.id}
            size="small"
            variant="outlined"
            disabled={busy}
            onClick={() => run(contact.id)}
          >
            {translate('inbox.sender.assign', {
              name: [contact.name, contact.companyName].filter(Boolean).join(', '),
            })}
          </Button>
        ))
      }
    >
      {translate('inbox.sender.known', { smart_count: contacts.length, address })}
    </Notice>
  )
}

/** Says that the sender is not proven, and files an answer to a mail of Kontor, which is filed nowhere yet. */
function UnprovenSender({ task, answerTo }: { task: Task; answerTo: string }) {
  const translate = useTranslate()
  const mayFile = useHasRight('task:edit')
  const { run, busy } = useAction(
    () => api('POST', '/tasks/{taskId}/file-letter', { params: { taskId: task.id } }),
    { success: 'inbox.authentication.filed', refresh: 'page' },
  )
  return (
    <Alert
      severity="warning"
      action={
        answerTo !== '' &&
        mayFile && (
          <Button color="inherit" size="small" disabled={busy} onClick={() => run()}>
            {translate('inbox.authentication.file')}
          </Button>
        )
      }
    >
      {translate('inbox.authentication.notProven')}
      {task.authenticationResults !== '' && ` (${task.authenticationResults})`}
      {answerTo !== '' && ` ${translate('inbox.authentication.answerTo', { address: answerTo })}`}
    </Alert>
  )
}

export function SenderNotice({ task, thread }: { task: Task; thread: MailThread }) {
  const translate = useTranslate()
  const format = useFormat()
  const seesContacts = useHasRight('090300:access')
  const { sender, previousTaskId, previousTaskNr } = thread
  return (
    <Stack spacing={1} sx={{ mb: 1 }}>
      {task.mailProblem !== '' && (
        <Alert severity="warning">{translate(`inbox.problem.${task.mailProblem}`)}</Alert>
      )}
      {needsFiling(task) && <UnprovenSender task={task} answerTo={thread.unfiledAnswerTo} />}
      {sender.bouncedAt !== '' && (
        <Alert severity="warning">
          {translate('contacts.bounce.text', {
            address: sender.address,
            day: format.dateTime(sender.bouncedAt),
          })}
        </Alert>
      )}
      {task.contactId === 0 &&
        thread.unfiledAnswerTo === '' &&
        sender.address !== '' &&
        seesContacts &&
        !task.isAutomatic && <ContactChoice task={task} sender={sender} />}
      {previousTaskId > 0 && (
        <span>
          {translate('inbox.answerTo')}{' '}
          <MuiLink component={Link} to={`/tasks/${previousTaskId}`} underline="always">
            {previousTaskNr}
          </MuiLink>
        </span>
      )}
    </Stack>
  )
}
