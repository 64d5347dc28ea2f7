// The mail of a task: its sender, its text, the replies, and the editor of a new one.
import { Alert, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLocaleState } from 'react-admin'
import { mailStatuses } from '../../server/mail/mail-statuses.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { Attachments } from './attachments.tsx'
import { MailBody } from './mail-body.tsx'
import { Replies } from './replies.tsx'
import { ReplyForm, type ReplyText } from './reply-form.tsx'
import { SenderNotice } from './sender-notice.tsx'

/** Whether a reply is being written, and its draft. */
export type Reply = { isOpen: boolean; text?: ReplyText | undefined }

interface Props {
  task: RecordOf<'tasks'>
  reply: Reply
  onReply: (reply: Reply) => void
}

const pollMs = 10_000

export function TaskMail({ task, reply, onReply }: Props) {
  const [locale] = useLocaleState()
  const params = { taskId: task.id }
  const language = locale === 'en' ? 'en' : 'de'
  const { data: thread, error } = useQuery({
    queryKey: ['mail-thread', task.id],
    queryFn: async () => (await api('GET', '/tasks/{taskId}/mail-thread', { params }))[0],
    refetchInterval: ({ state }) =>
      state.data?.replies.some(({ status }) => mailStatuses[status].isOpen) ? pollMs : false,
  })
  const { data: draft, error: draftError } = useQuery({
    queryKey: ['reply-draft', task.id, language],
    queryFn: async () =>
      (await api('GET', '/tasks/{taskId}/reply-draft', { params, query: { language } }))[0],
    enabled: reply.isOpen,
  })
  const failure = error ?? draftError
  return (
    <>
      {failure && <Alert severity="error">{failure.message}</Alert>}
      {thread && <SenderNotice task={task} thread={thread} />}
      {reply.isOpen && draft && (
        <ReplyForm
          key={reply.text?.body ?? ''}
          task={task}
          draft={draft}
          text={reply.text}
          onClose={() => onReply({ isOpen: false })}
        />
      )}
      {task.hasMailBody && <MailBody key={task.id} taskId={task.id} title={task.subject || task.taskNr} />}
      {!task.hasMailBody && task.text && (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{task.text}</Typography>
      )}
      <Attachments taskId={task.id} />
      {thread && <Replies replies={thread.replies} onEdit={(text) => onReply({ isOpen: true, text })} />}
    </>
  )
}
