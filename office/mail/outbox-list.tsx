// Mail that waits, that went out, and that was given up.
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import RetryIcon from '@mui/icons-material/Replay'
import { Alert, Box, Chip, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { SelectInput, TextInput, useRefresh } from 'react-admin'
import { Link } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/app/format.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { DateTimeField, NumberField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { type OutboxStatus, useOutboxStatus } from './status.ts'
import { TestMail } from './test-mail.tsx'

type Mail = RowOf<'outbox-mails'>
const states: readonly Mail['state'][] = ['waiting', 'sending', 'sent', 'failed']
const colors = { waiting: 'warning', sending: 'info', sent: 'success', failed: 'error' } as const

function StateField(_: { label?: string }) {
  const translate = useTranslate()
  const format = useFormat()
  const mail = useRecordContext<Mail>()
  if (!mail) return null
  const { state, lastError, lastErrorCode } = mail
  const next = state === 'waiting' && mail.attempts > 0
  return (
    <Box>
      <Chip size="small" variant="outlined" color={colors[state]} label={translate(`mail.state.${state}`)} />
      {next && (
        <Typography variant="body2" color="textSecondary">
          {translate('mail.next', { at: format.dateTime(mail.nextAttemptAt) })}
        </Typography>
      )}
      {lastError && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere', maxWidth: 320 }}>
          {lastErrorCode ? translate(`errors.${lastErrorCode}`) : lastError}
        </Typography>
      )}
    </Box>
  )
}

function SubjectField(_: { label?: string }) {
  const translate = useTranslate()
  const mail = useRecordContext<Mail>()
  if (!mail) return null
  return (
    <Box sx={{ minWidth: 180 }}>
      {mail.subject && <Typography variant="body2">{mail.subject}</Typography>}
      <Typography variant="body2" color="textSecondary">
        {[translate(`mail.kind.${mail.kind}`), mail.origin].filter(Boolean).join(': ')}
      </Typography>
    </Box>
  )
}

function ContactField(_: { label?: string }) {
  const mail = useRecordContext<Mail>()
  if (!mail?.contactId) return null
  return (
    <MuiLink component={Link} to={`/contacts/${mail.contactId}`}>
      {mail.contactName || mail.recipient}
    </MuiLink>
  )
}

/** The queries that show what an action has changed: the list and the counts. */
const outboxQueries = [['outbox-mails'], ['outbox-status']]

function RowActions(_: { label?: string }) {
  const mail = useRecordContext<Mail>()
  const params = { id: mail?.id ?? 0 }
  const { run: retry } = useAction(() => api('POST', '/outbox-mails/{id}/retry', { params }), {
    refresh: outboxQueries,
  })
  const { run: remove } = useAction(() => api('DELETE', '/outbox-mails/{id}', { params }), {
    refresh: outboxQueries,
  })
  if (!mail || !['waiting', 'failed'].includes(mail.state)) return null
  return (
    <Stack direction="row">
      {(mail.state === 'failed' || mail.attempts > 0) && (
        <ConfirmButton
          label="mail.retry"
          title="mail.retry"
          text="mail.retryText"
          icon={<RetryIcon />}
          onConfirm={() => retry()}
        />
      )}
      <ConfirmButton
        label="ra.action.delete"
        title="mail.deleteTitle"
        text="mail.deleteText"
        color="error"
        icon={<DeleteIcon />}
        onConfirm={() => remove()}
      />
    </Stack>
  )
}

function StatusAlert({ status }: { status: OutboxStatus }) {
  const translate = useTranslate()
  return status.configured ? (
    <Alert severity="info">{translate('mail.server', { server: status.server, from: status.from })}</Alert>
  ) : (
    <Alert severity="warning">{translate('mail.noServer', { smart_count: status.waiting })}</Alert>
  )
}

function RetryAll() {
  const { run } = useAction(() => api('POST', '/outbox-mails/retry'), {
    success: ([result]) => ['mail.retried', { smart_count: result?.count ?? 0 }],
    refresh: outboxQueries,
  })
  return (
    <ConfirmButton
      label="mail.retryAll"
      title="mail.retryAll"
      text="mail.retryAllText"
      icon={<RetryIcon />}
      onConfirm={() => run()}
    />
  )
}

export function OutboxList() {
  const status = useOutboxStatus()
  const refresh = useRefresh()
  // An attempt changes no count where it fails for now.
  const statusKey = status && `${status.waiting} ${status.failed} ${status.attempts}`
  const before = useRef(statusKey)
  useEffect(() => {
    if (before.current !== undefined && before.current !== statusKey) refresh()
    before.current = statusKey
  }, [statusKey, refresh])
  return (
    <Box sx={{ mt: 2 }}>
      {status && <StatusAlert status={status} />}
      <ListPage
        sort={{ field: 'id', order: 'DESC' }}
        search={false}
        rowClick={false}
        hiddenColumns={['attempts']}
        actions={
          <>
            {status && status.failed > 0 && <RetryAll />}
            {status?.configured && <TestMail refresh={outboxQueries} />}
          </>
        }
        filters={[
          <TextInput key="q" source="q" label="mail.byRecipient" alwaysOn />,
          <SelectInput
            key="state"
            source="state"
            choices={states.map((state) => ({ id: state, name: `mail.state.${state}` }))}
            alwaysOn
          />,
        ]}
      >
        <Column source="createdAt" field={DateTimeField} disableSort />
        <Column source="recipient" disableSort />
        <Column source="subject" disableSort>
          <SubjectField />
        </Column>
        <Column source="contactName" disableSort>
          <ContactField />
        </Column>
        <Column source="state" disableSort>
          <StateField />
        </Column>
        <Column source="sentAt" field={DateTimeField} disableSort />
        <Column source="attempts" field={NumberField} disableSort />
        <Column source="deeds" disableSort>
          <RowActions />
        </Column>
      </ListPage>
    </Box>
  )
}
