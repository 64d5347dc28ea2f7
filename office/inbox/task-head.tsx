// The head of a task's page: subject, buttons to finish and reply, previous and next task.
import DoneIcon from '@mui/icons-material/Check'
import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import ReopenIcon from '@mui/icons-material/Replay'
import ReplyIcon from '@mui/icons-material/ReplyOutlined'
import { Box, Button, Chip, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNotify, usePrevNextController, useRecordContext, useTranslate, useUpdate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { SenderAuthenticationChip } from './sender-authentication.tsx'

type Task = RecordOf<'tasks'>

/** Keyboard shortcuts, except in inputs and dialogs. */
function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (
        target.closest(
          'input, textarea, select, [contenteditable], [role=dialog], [role=combobox], [role=listbox]',
        )
      )
        return
      keys[event.key]?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

function PreviousNextButtons() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { prevPath, nextPath, index, total } = usePrevNextController({
    resource: 'tasks',
    linkType: 'edit',
    sort: { field: 'createdAt', order: 'DESC' },
    filterDefaultValues: { isDone: 'false' },
  })
  const go = (path: string | undefined) => (path ? () => navigate(path) : undefined)
  useShortcuts({ j: go(nextPath), k: go(prevPath) })
  return (
    <Stack direction="row" sx={{ alignItems: 'center' }}>
      {index !== undefined && index >= 0 && total !== undefined && (
        <Typography variant="body2" color="text.secondary" sx={{ mr: 0.5 }}>
          {translate('inbox.position', { position: index + 1, total })}
        </Typography>
      )}
      <Tooltip title={translate('inbox.previous')}>
        <span>
          <IconButton aria-label={translate('inbox.previous')} disabled={!prevPath} onClick={go(prevPath)}>
            <PreviousIcon />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={translate('inbox.next')}>
        <span>
          <IconButton aria-label={translate('inbox.next')} disabled={!nextPath} onClick={go(nextPath)}>
            <NextIcon />
          </IconButton>
        </span>
      </Tooltip>
    </Stack>
  )
}

function DoneButton({ task }: { task: Task }) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const [update, { isPending }] = useUpdate()
  const toggleDone = (): void => {
    void update(
      'tasks',
      { id: task.id, data: { isDone: !task.isDone }, previousData: task },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(task.isDone ? 'inbox.reopened' : 'inbox.finished', { type: 'success' })
          void client.invalidateQueries({ queryKey: ['tasks'] })
          void client.invalidateQueries({ queryKey: ['changes', 'task', String(task.id)] })
        },
        onError: (caught) => {
          const message = caught instanceof Error ? caught.message : 'shell.error.server'
          notify(message, { type: caught instanceof ApiError && caught.isDecision ? 'info' : 'error' })
        },
      },
    )
  }
  return (
    <Button
      variant={task.isDone ? 'outlined' : 'contained'}
      loading={isPending}
      startIcon={task.isDone ? <ReopenIcon /> : <DoneIcon />}
      onClick={toggleDone}
    >
      {translate(task.isDone ? 'inbox.reopen' : 'inbox.finish')}
    </Button>
  )
}

export function TaskHead({ onReply, isReplying }: { onReply: () => void; isReplying: boolean }) {
  const translate = useTranslate()
  const format = useFormat()
  const task = useRecordContext<Task>()
  const mayWrite = useHasRight('task:edit')
  const mayReply = mayWrite && Boolean(task?.mailFrom)
  useShortcuts({ r: mayReply ? onReply : undefined })
  if (!task) return null
  return (
    <Stack spacing={0.5} sx={{ mb: 1.5 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h2" variant="h2" sx={{ flex: '1 1 300px', overflowWrap: 'anywhere' }}>
          {task.subject || task.taskNr}{' '}
          {task.isDone && (
            <Chip size="small" color="success" variant="outlined" label={translate('inbox.doneLabel')} />
          )}{' '}
          {task.isAutomatic && (
            <Chip size="small" variant="outlined" label={translate('inbox.automaticLabel')} />
          )}{' '}
          {task.invitationAnswer !== '' && (
            <Chip
              size="small"
              variant="outlined"
              label={translate(`inbox.invitation.${task.invitationAnswer}`)}
            />
          )}{' '}
          <SenderAuthenticationChip task={task} />
        </Typography>
        {mayReply && !isReplying && (
          <Button startIcon={<ReplyIcon />} onClick={onReply}>
            {translate('inbox.reply.begin')}
          </Button>
        )}
        {mayWrite && <DoneButton task={task} />}
        <PreviousNextButtons />
      </Stack>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          {[
            task.taskNr,
            translate(`inbox.kind.${task.kind}`),
            format.dateTime(task.createdAt),
            task.createdByName,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {task.mailFrom && (
          <Typography variant="body2">{translate('inbox.mailFrom', { from: task.mailFrom })}</Typography>
        )}
        {task.mailTo && (
          <Typography variant="body2">{translate('inbox.mailTo', { to: task.mailTo })}</Typography>
        )}
        {task.mailCc && (
          <Typography variant="body2">{translate('inbox.mailCc', { cc: task.mailCc })}</Typography>
        )}
        {task.writtenAt && (
          <Typography variant="body2">
            {translate('inbox.writtenAt', { at: format.dateTime(task.writtenAt) })}
          </Typography>
        )}
        {task.receivedAt && (
          <Typography variant="body2">
            {translate('inbox.receivedAt', { at: format.dateTime(task.receivedAt) })}
          </Typography>
        )}
        {task.isDone && (
          <Typography variant="body2">
            {translate('inbox.doneAt', { at: format.dateTime(task.doneAt) })}
          </Typography>
        )}
      </Box>
    </Stack>
  )
}
