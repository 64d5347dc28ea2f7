// The messages of a date on a line of time: sent ones, and coming ones with their missing data.
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import { Alert, Box, Button, Chip, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { messageRights } from '../../server/platform/ground/rights.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { FoldedContent, PagePart } from '../shell/page/page-layout.tsx'
import { DeliveryList } from './deliveries.tsx'
import { MessageText } from './message-text.tsx'

type Message = Answer<'GET', '/dates/{dateId}/messages'>
type Coming = Answer<'GET', '/dates/{dateId}/rehearsal'>

function MessageDeliveries({ messageId }: { messageId: number }) {
  const { data = [] } = useQuery({
    queryKey: ['messages', messageId, 'deliveries'],
    queryFn: () => api('GET', '/messages/{messageId}/deliveries', { params: { messageId } }),
  })
  return <DeliveryList deliveries={data} withName />
}

const counts = ['waiting', 'sent', 'failed', 'bounced', 'calledBack'] as const

function PastMessage({ message }: { message: Message }) {
  const translate = useTranslate()
  const format = useFormat()
  const mayCallBack = useHasRight(messageRights)
  const { run, busy } = useAction(
    () => api('POST', '/messages/{messageId}/call-back', { params: { messageId: message.id } }),
    { success: 'messages.calledBack', refresh: 'page' },
  )
  const states = counts
    .filter((name) => message[`${name}Count`] > 0)
    .map((name) => translate(`messages.count.${name}`, { smart_count: message[`${name}Count`] }))
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="body2" color="textSecondary" sx={{ minWidth: 130 }}>
          {format.dateTime(message.sendAt)}
        </Typography>
        <Typography sx={{ fontWeight: 600 }}>
          {message.subject || translate(`messages.cause.${message.cause}`)}
        </Typography>
        <Typography variant="body2">{states.join(' · ')}</Typography>
        {mayCallBack && message.waitingCount > 0 && (
          <Button size="small" loading={busy} onClick={() => run()}>
            {translate('messages.callBack')}
          </Button>
        )}
      </Stack>
      <FoldedContent title={message.recipientNames.join(', ')}>
        <MessageDeliveries messageId={message.id} />
      </FoldedContent>
    </Box>
  )
}

function RehearsedTexts({ dateId, coming: { cause, offsetDays } }: { dateId: number; coming: Coming }) {
  const translate = useTranslate()
  const { data = [] } = useQuery({
    queryKey: ['messages', 'rehearsed', dateId, cause, offsetDays],
    queryFn: () =>
      api('GET', '/dates/{dateId}/rehearsed-messages', { params: { dateId }, query: { cause, offsetDays } }),
  })
  return (
    <Box
      sx={{ maxHeight: 480, overflow: 'auto' }}
      tabIndex={0}
      role="group"
      aria-label={translate('messages.texts')}
    >
      {data.map((text, index) => (
        <Box key={`${index} ${text.email}`}>
          <Typography variant="body2" color="textSecondary">
            {[text.name, text.email || translate('messages.lack.address')].join(' · ')}
          </Typography>
          {text.error ? <Alert severity="error">{text.error}</Alert> : <MessageText text={text} />}
        </Box>
      ))}
    </Box>
  )
}

function ComingMessage({ dateId, coming }: { dateId: number; coming: Coming }) {
  const translate = useTranslate()
  const format = useFormat()
  const lacks = [
    ...coming.lacks.map((lack) => translate(`messages.lack.${lack}`)),
    ...coming.people.map(({ name, lack }) => `${name}: ${translate(`messages.lack.${lack}`)}`),
    ...(coming.error ? [coming.error] : []),
  ]
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="body2" color="textSecondary" sx={{ minWidth: 130 }}>
          {format.dateTime(coming.dueAt)}
        </Typography>
        <Typography sx={{ fontWeight: 600 }}>{translate(`messages.cause.${coming.cause}`)}</Typography>
        <Typography variant="body2">
          {translate('messages.recipientCount', { smart_count: coming.recipientCount })}
        </Typography>
        <Chip size="small" variant="outlined" label={translate('messages.coming')} />
      </Stack>
      {lacks.length > 0 && (
        <Alert severity="warning" icon={<WarningIcon />} sx={{ my: 0.5 }}>
          {lacks.map((lack) => (
            <div key={lack}>{lack}</div>
          ))}
        </Alert>
      )}
      <FoldedContent title={translate('messages.showTexts')}>
        <RehearsedTexts dateId={dateId} coming={coming} />
      </FoldedContent>
    </Box>
  )
}

export function DateMessages({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const params = { dateId }
  const mayEditRules = useHasRight('catalogue:edit')
  const { data: past = [] } = useQuery({
    queryKey: ['messages', 'date', dateId],
    queryFn: () => api('GET', '/dates/{dateId}/messages', { params }),
  })
  const { data: coming = [] } = useQuery({
    queryKey: ['messages', 'rehearsal', dateId],
    queryFn: () => api('GET', '/dates/{dateId}/rehearsal', { params }),
  })
  const next = coming.filter(({ toldCount, recipientCount }) => toldCount === 0 || toldCount < recipientCount)
  return (
    <PagePart
      title="messages.title"
      actions={
        mayEditRules && (
          <Button component={RouterLink} to={`/message-rules?dateId=${dateId}`} size="small">
            {translate('messages.rules.title')}
          </Button>
        )
      }
    >
      {past.length + next.length === 0 && (
        <Typography color="textSecondary">{translate('messages.none')}</Typography>
      )}
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {past.toReversed().map((message) => (
          <PastMessage key={message.id} message={message} />
        ))}
        {next
          .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))
          .map((one) => (
            <ComingMessage key={`${one.cause} ${one.offsetDays}`} dateId={dateId} coming={one} />
          ))}
      </Box>
    </PagePart>
  )
}
