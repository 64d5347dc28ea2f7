// The list of webhooks.
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { DateTimeField } from '../shell/list/fields.tsx'
import { RecordFilter, YesNoFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { WebhookState } from './webhook-state.tsx'

type Webhook = RowOf<'webhooks'>

const Column = columnOf<Webhook>()

function EventsField(_: { label?: string }) {
  const translate = useTranslate()
  const webhook = useRecordContext<Webhook>()
  return <>{webhook?.events.map((event) => translate(`webhooks.event.${event}`)).join(', ')}</>
}

function StateField(_: { label?: string }) {
  const webhook = useRecordContext<Webhook>()
  return webhook ? <WebhookState webhook={webhook} /> : null
}

export const WebhookList = () => (
  <ListPage
    sort={{ field: 'name', order: 'ASC' }}
    phoneColumns={['name', 'isActive', 'failingSince']}
    filters={[
      <RecordFilter key="clientId" source="clientId" reference="clients" />,
      <YesNoFilter key="isActive" source="isActive" />,
    ]}
  >
    <Column source="name" />
    <Column source="clientName" />
    <Column source="url" disableSort />
    <Column source="events" disableSort>
      <EventsField />
    </Column>
    <Column source="isActive" label="webhooks.state" disableSort>
      <StateField />
    </Column>
    <Column source="failingSince" field={DateTimeField} disableSort />
    <Column source="createdAt" field={DateTimeField} />
  </ListPage>
)
