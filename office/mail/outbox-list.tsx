// Mail that waits, that went out, and that was given up.
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import RetryIcon from '@mui/icons-material/Replay'
import { Alert, Box, Chip, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { SelectInput, TextInput, useNotify, useRefresh } from 'react-admin'
import { Link } from 'react-router-dom'
import { untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useFormat } from '../shell/app/format.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { DateTimeField, NumberField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { type OutboxStatus, useOutboxStatus } from './status.ts'
import { TestMail } from './test-mail.tsx'

type State = 'waiting' | 'sending' | 'sent' | 'failed'
const states: readonly State[] = ['waiting', 'sending', 'sent', 'failed']
const colors = { waiting: 'warning', sending: 'info', sent: 'success', failed: 'error' } as const

function StateField(_: { label?: string }) {
  const translate = useTranslate()
  const format = useFormat()
  const translateMessage = useServerMessage()
  const mail = useRecordContext()
  if (!mail) return null
  const state = mail['state'] as State
  const next = state === 'waiting' && mail['attempts'] > 0
  return (
    <Box>
      <Chip size="small" variant="outlined" color={colors[state]} label={translate(`mail.state.${state}`)} />
      {next && (
        <Typography variant="body2" color="textSecondary">
          {translate('mail.next', { at: format.dateTime(mail['nextAttemptAt']) })}
        </Typography>
      )}
      {mail['lastError'] && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere', maxWidth: 320 }}>
          {translateMessage(mail['lastError'])}
        </Typography>
      )}
    </Box>
  )
}

function SubjectField(_: { label?: string }) {
  const translate = useTranslate()
  const mail = useRecordContext()
  if (!mail) return null
  return (
    <Box sx={{ minWidth: 180 }}>
      {mail['subject'] && <Typography variant="body2">{mail['subject']}</Typography>}
      <Typography variant="body2" color="textSecondary">
        {[translate(`mail.kind.${mail['kind']}`), mail['origin']].filter(Boolean).join(': ')}
      </Typography>
    </Box>
  )
}

function ContactField(_: { label?: string }) {
  const mail = useRecordContext()
  if (!mail?.['contactId']) return null
  return (
    <MuiLink component={Link} to={`/contacts/${mail['contactId']}`}>
      {mail['contactName'] || mail['recipient']}
    </MuiLink>
  )
}

/** After a deed the list and the counts are asked for anew. */
function useRefreshOutbox(): () => void {
  const refresh = useRefresh()
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['outbox-status'] })
    refresh()
  }
}

function RowActions(_: { label?: string }) {
  const refreshOutbox = useRefreshOutbox()
  const mail = useRecordContext()
  if (!mail || !['waiting', 'failed'].includes(mail['state'])) return null
  const runAction = async (request: Promise<unknown>) => {
    await request
    refreshOutbox()
  }
  return (
    <Stack direction="row">
      {(mail['state'] === 'failed' || mail['attempts'] > 0) && (
        <ConfirmButton
          label="mail.retry"
          title="mail.retry"
          text="mail.retryText"
          icon={<RetryIcon />}
          onConfirm={() => runAction(untypedApi('POST', `/outbox-mails/${mail.id}/retry`))}
        />
      )}
      <ConfirmButton
        label="ra.action.delete"
        title="mail.deleteTitle"
        text="mail.deleteText"
        color="error"
        icon={<DeleteIcon />}
        onConfirm={() => runAction(untypedApi('DELETE', `/outbox-mails/${mail.id}`))}
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

function RetryAll({ onDone }: { onDone: () => void }) {
  const notify = useNotify()
  return (
    <ConfirmButton
      label="mail.retryAll"
      title="mail.retryAll"
      text="mail.retryAllText"
      icon={<RetryIcon />}
      onConfirm={async () => {
        const [result] = await untypedApi<{ count: number }>('POST', '/outbox-mails/retry')
        notify('mail.retried', { type: 'success', messageArgs: { smart_count: result?.count ?? 0 } })
        onDone()
      }}
    />
  )
}

export function OutboxList() {
  const status = useOutboxStatus()
  const refreshOutbox = useRefreshOutbox()
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
            {status && status.failed > 0 && <RetryAll onDone={refreshOutbox} />}
            {status?.configured && <TestMail onSent={refreshOutbox} />}
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
