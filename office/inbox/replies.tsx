// The replies to the mail of a task, with their state.
import { Box, Button, Card, Chip, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { isWaiting, mailStatuses } from '../../server/mail/mail-statuses.ts'
import { statusColours } from '../mail/status-colours.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { HtmlView } from '../shell/list/html-view.tsx'
import { FoldedContent } from '../shell/page/page-layout.tsx'
import type { ReplyText } from './reply-form.tsx'
import type { MailThread } from './sender-notice.tsx'

type Reply = MailThread['replies'][number]

function ReplyCard({ reply, onEdit }: { reply: Reply; onEdit: (text: ReplyText) => void }) {
  const translate = useTranslate()
  const format = useFormat()
  const mayEdit = useHasRight('task:edit')
  const { run, busy } = useAction(
    () => api('POST', '/replies/{replyId}/call-back', { params: { replyId: reply.id } }),
    {
      success: 'inbox.reply.calledBack',
      refresh: 'page',
      onSuccess: () =>
        onEdit({
          to: reply.to.join(', '),
          cc: reply.cc.join(', '),
          subject: reply.subject,
          body: reply.body,
        }),
    },
  )
  const { status, to, cc, sentAt, sendAt, createdAt, createdByName } = reply
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Chip
          size="small"
          variant="outlined"
          color={statusColours[status]}
          label={translate(`mail.status.${status}`)}
        />
        <Typography variant="body2" color="text.secondary" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {[
            format.dateTime(sentAt || createdAt),
            createdByName,
            translate('inbox.mailTo', { to: [...to, ...cc].join(', ') }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {isWaiting(reply) && mayEdit && (
          <Button size="small" variant="outlined" loading={busy} onClick={() => run()}>
            {translate('inbox.reply.callBack')}
          </Button>
        )}
      </Stack>
      {isWaiting(reply) && (
        <Typography variant="body2" color="text.secondary">
          {translate('inbox.reply.sendAt', { at: format.dateTime(sendAt) })}
        </Typography>
      )}
      {reply.reason !== '' && !mailStatuses[status].hasArrived && (
        <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {reply.reason}
        </Typography>
      )}
      <Typography sx={{ fontWeight: 600, mt: 0.5 }}>{reply.subject}</Typography>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <HtmlView html={reply.body} />
      </Box>
      {reply.quote !== '' && (
        <FoldedContent title={translate('inbox.reply.quote')}>
          <HtmlView html={reply.quote} />
        </FoldedContent>
      )}
    </Card>
  )
}

export function Replies({
  replies,
  onEdit,
}: {
  replies: readonly Reply[]
  onEdit: (text: ReplyText) => void
}) {
  const translate = useTranslate()
  if (replies.length === 0) return null
  return (
    <Box component="section" aria-label={translate('inbox.reply.list')} sx={{ mt: 2 }}>
      <Typography component="h2" variant="h4" sx={{ mb: 1 }}>
        {translate('inbox.reply.list')}
      </Typography>
      <Stack component="ol" spacing={1} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {replies.map((reply) => (
          <ReplyCard key={reply.id} reply={reply} onEdit={onEdit} />
        ))}
      </Stack>
    </Box>
  )
}
