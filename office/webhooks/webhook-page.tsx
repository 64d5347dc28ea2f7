// The page of a webhook: its events and its address, its deliveries; beside them its changes. The form is behind Edit.
import { Alert, Card, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { Button } from '../shell/form/button.tsx'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { DeleteButton } from '../shell/form/delete-button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { Facts, TextFact } from '../shell/page/facts.tsx'
import { BackLink, EditLink, PageHead } from '../shell/page/page-head.tsx'
import { ChangesPart, PageColumns } from '../shell/page/page-layout.tsx'
import { RecordPage } from '../shell/page/record-page.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm, WebhookSecret } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

type Webhook = RecordOf<'webhooks'>

const Heading = ({ record, children }: { record: Webhook; children: ReactNode }) => (
  <PageHead title={record.name} detail={record.clientName} chips={<WebhookState webhook={record} />}>
    {children}
  </PageHead>
)

function WebhookFacts({ record }: { record: Webhook }) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <Facts>
      <TextFact label="resources.webhooks.fields.url" text={record.url} />
      <TextFact
        label="resources.webhooks.fields.events"
        text={record.events.map((event) => translate(`webhooks.event.${event}`)).join(', ')}
      />
      <TextFact label="resources.webhooks.fields.createdAt" text={format.dateTime(record.createdAt)} />
      <TextFact label="webhooks.secretChangedAt" text={format.dateTime(record.secretChangedAt)} />
    </Facts>
  )
}

function TestButton({ webhookId }: { webhookId: number }) {
  const { run, busy } = useAction(
    () => api('POST', '/webhooks/{webhookId}/test', { params: { webhookId } }),
    {
      success: 'webhooks.tested',
      refresh: [['webhooks', webhookId]],
    },
  )
  return <Button label="webhooks.test" loading={busy} onClick={() => run()} />
}

function NewSecretButton({ webhookId }: { webhookId: number }) {
  const [secret, setSecret] = useState('')
  return (
    <>
      <ConfirmButton
        label="webhooks.newSecret"
        title="webhooks.newSecretTitle"
        text="webhooks.newSecretText"
        onConfirm={async () => {
          const [changed] = await api('POST', '/webhooks/{webhookId}/secret', { params: { webhookId } })
          setSecret(changed!.secret)
        }}
        refresh="page"
      />
      {secret !== '' && <WebhookSecret secret={secret} onClose={() => setSecret('')} />}
    </>
  )
}

function Trouble({ record: { isActive, switchedOff, failingSince } }: { record: Webhook }) {
  const translate = useTranslate()
  const format = useFormat()
  if (switchedOff) return <Alert severity="warning">{translate(`webhooks.switchedOff.${switchedOff}`)}</Alert>
  if (!isActive || !failingSince) return null
  return (
    <Alert severity="error">
      {translate('webhooks.failingSince', { time: format.dateTime(failingSince) })}
    </Alert>
  )
}

const Workplace = ({ record }: { record: Webhook }) => (
  <Stack spacing={1.5}>
    <Card sx={{ p: 2 }}>
      <Stack spacing={2}>
        <Heading record={record}>
          <EditLink mayEdit />
          {record.isActive && <TestButton webhookId={record.id} />}
          <NewSecretButton webhookId={record.id} />
          <DeleteButton />
        </Heading>
        <Trouble record={record} />
        <WebhookFacts record={record} />
      </Stack>
    </Card>
    <PageColumns aside={<ChangesPart key={record.version} subject="webhook" id={record.id} />}>
      <Deliveries webhook={record} />
    </PageColumns>
  </Stack>
)

export const WebhookPage = () => (
  <RecordPage<Webhook>
    heading={(record) => (
      <Heading record={record}>
        <BackLink />
      </Heading>
    )}
    form={<WebhookForm />}
    page={(record) => <Workplace record={record} />}
  />
)
