// A button with the number of the messages that wait, and the list that it opens.
import WaitingIcon from '@mui/icons-material/ScheduleSendOutlined'
import { Badge, Box, Button, IconButton, Popover, Stack, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

type Message = Answer<'GET', '/messages/waiting'>

function Waiting({ message }: { message: Message }) {
  const translate = useTranslate()
  const format = useFormat()
  const { run, busy } = useAction(
    () => api('POST', '/messages/{messageId}/call-back', { params: { messageId: message.id } }),
    { success: 'messages.calledBack', refresh: 'page' },
  )
  return (
    <Stack component="li" direction="row" spacing={1} sx={{ alignItems: 'center', py: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {[translate(`messages.cause.${message.cause}`), message.dateTitle].filter(Boolean).join(': ')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {translate('messages.leavesAt', {
            moment: format.dateTime(message.sendAt),
            smart_count: message.waitingCount,
          })}
        </Typography>
      </Box>
      <Button size="small" loading={busy} onClick={() => run()}>
        {translate('messages.callBack')}
      </Button>
    </Stack>
  )
}

export function WaitingList({ messages }: { messages: readonly Message[] }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const title = translate('messages.waiting', { smart_count: messages.length })
  return (
    <>
      <Tooltip title={title}>
        <IconButton color="inherit" aria-label={title} onClick={(event) => setAnchor(event.currentTarget)}>
          <Badge badgeContent={messages.length} color="warning">
            <WaitingIcon />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Box
          component="ul"
          aria-label={title}
          sx={{ listStyle: 'none', m: 0, p: 1.5, width: 380, maxWidth: '90vw' }}
        >
          {messages.map((message) => (
            <Waiting key={message.id} message={message} />
          ))}
        </Box>
      </Popover>
    </>
  )
}
