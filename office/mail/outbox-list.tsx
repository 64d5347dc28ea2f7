// The outbox: mail that is waiting, sent or failed.
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MailboxIcon from '@mui/icons-material/MarkunreadMailboxOutlined'
import RetryIcon from '@mui/icons-material/Replay'
import { Alert, Box, Chip, Link as MuiLink, Stack } from '@mui/material'
import { Translate, useRecordContext, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useRefresh } from 'react-admin'
import { Link } from 'react-router-dom'
import { isWaiting, mailStatuses, mailStatusNames } from '../../server/mail/mail-statuses.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { DateTimeField, Line, NumberField } from '../shell/list/fields.tsx'
import { SelectFilter, TextFilter } from '../shell/list/filters/filter-inputs.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'
import { cellWidth } from '../shell/list/list-styles.ts'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import { CodeList, TechnicalDetails } from '../shell/page/technical-details.tsx'
import { type OutboxStatus, useOutboxStatus } from './status.ts'
import { statusColours } from './status-colours.ts'
import { TestMail } from './test-mail.tsx'

type Mail = RowOf<'outbox-mails'>
const wide = cellWidth(25)

function StatusField(_: { label?: string }) {
  const translate = useTranslate()
  const format = useFormat()
  const mail = useRecordContext<Mail>()
  if (!mail) return null
  const { status, lastError, lastErrorCode } = mail
  const willRetry = isWaiting(mail) && mail.attemptCount > 0
  return (
    <Line
      title={
        <Chip
          size="small"
          variant="outlined"
          color={statusColours[status]}
          label={translate(`mail.status.${status}`)}
        />
      }
      detail={[
        willRetry && translate('mail.next', { at: format.dateTime(mail.nextAttemptAt) }),
        lastError && (lastErrorCode ? translate(`errors.${lastErrorCode}`) : lastError),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

function SubjectField(_: { label?: string }) {
  const translate = useTranslate()
  const mail = useRecordContext<Mail>()
  if (!mail) return null
  const kind = [translate(`mail.kind.${mail.kind}`), mail.origin].filter(Boolean).join(': ')
  return mail.subject ? <Line title={mail.subject} detail={kind} /> : <Line title={kind} />
}

function ContactField(_: { label?: string }) {
  const mail = useRecordContext<Mail>()
  if (!mail?.contactId) return null
  return (
    <MuiLink component={Link} to={`/contacts/${mail.contactId}/show`}>
      {mail.contactName || mail.recipient}
    </MuiLink>
  )
}

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
  if (!mail || !mailStatuses[mail.status].canBeRetried) return null
  return (
    <Stack direction="row">
      {(!mailStatuses[mail.status].isOpen || mail.attemptCount > 0) && (
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
  return status.isConfigured ? (
    <Alert severity="info">{translate('mail.server', { server: status.server, from: status.sender })}</Alert>
  ) : (
    <Alert severity="warning">
      {translate('mail.noServer', { smart_count: status.waitingCount })}
      <TechnicalDetails>
        <CodeList codes={[{ name: translate('mail.serverSetting'), code: 'KONTOR_SMTP_URL' }]} />
      </TechnicalDetails>
    </Alert>
  )
}

function RetryAll() {
  const { run } = useAction(() => api('POST', '/outbox-mails/retry'), {
    success: ([result]) => ['mail.retried', { smart_count: result?.retriedCount ?? 0 }],
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

function HeldMails({ count }: { count: number }) {
  const translate = useTranslate()
  const { run: release } = useAction(() => api('POST', '/outbox-mails/held/release'), {
    success: ([result]) => ['mail.held.released', { smart_count: result?.releasedCount ?? 0 }],
    refresh: outboxQueries,
  })
  const { run: refuse } = useAction(() => api('POST', '/outbox-mails/held/refuse'), {
    success: ([result]) => ['mail.held.refused', { smart_count: result?.refusedCount ?? 0 }],
    refresh: outboxQueries,
  })
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {translate('mail.held.text', { smart_count: count })}
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <ConfirmButton
          label="mail.held.release"
          title="mail.held.release"
          text="mail.held.releaseText"
          onConfirm={() => release()}
        />
        <ConfirmButton
          label="mail.held.refuse"
          title="mail.held.refuse"
          text="mail.held.refuseText"
          color="error"
          onConfirm={() => refuse()}
        />
      </Stack>
    </Alert>
  )
}

export function OutboxList() {
  const status = useOutboxStatus()
  const refresh = useRefresh()
  // The list is read again after every attempt.
  const counts = status && `${status.waitingCount} ${status.failedCount} ${status.attemptCount}`
  const previousCounts = useRef(counts)
  useEffect(() => {
    if (previousCounts.current !== undefined && previousCounts.current !== counts) refresh()
    previousCounts.current = counts
  }, [counts, refresh])
  return (
    <Box sx={{ mt: 2 }}>
      {status && <StatusAlert status={status} />}
      {status && status.heldCount > 0 && <HeldMails count={status.heldCount} />}
      <ListPage
        sort={{ field: 'id', order: 'DESC' }}
        search={false}
        rowClick={false}
        hiddenColumns={['attemptCount']}
        phoneColumns={['recipient', 'status', 'actions']}
        actions={
          <>
            {status && status.failedCount > 0 && <RetryAll />}
            {status?.isConfigured && <TestMail refresh={outboxQueries} />}
            <ToolbarButton icon={<MailboxIcon />} to="/mailbox">
              <Translate i18nKey="inbox.mailbox.title" />
            </ToolbarButton>
          </>
        }
        filters={[
          <TextFilter key="q" source="q" label="mail.byRecipient" />,
          <SelectFilter
            key="status"
            source="status"
            choices={mailStatusNames.map((status) => ({ id: status, name: `mail.status.${status}` }))}
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
        <Column source="status" disableSort cellSx={wide}>
          <StatusField />
        </Column>
        <Column source="sentAt" field={DateTimeField} disableSort />
        <Column source="attemptCount" field={NumberField} disableSort />
        <Column source="actions" disableSort cellSx={wide}>
          <RowActions />
        </Column>
      </ListPage>
    </Box>
  )
}
