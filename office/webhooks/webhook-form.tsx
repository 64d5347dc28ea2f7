// The forms of a webhook: a new one, and the settings of an existing one.
import { useState } from 'react'
import {
  BooleanInput,
  CheckboxGroupInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useRedirect,
} from 'react-admin'
import { webhookEvents } from '../../server/website/webhooks/webhook-events.ts'
import { SecretDialog } from '../access/secret-dialog.tsx'
import type { Answer } from '../shell/api/endpoints.ts'
import { RecordForm } from '../shell/form/record-form.tsx'
import { CreatePage } from '../shell/page/edit-page.tsx'

type Created = Answer<'POST', '/webhooks'>

const choices = webhookEvents.map((id) => ({ id, name: `webhooks.event.${id}` }))

const Settings = () => (
  <>
    <TextInput
      source="url"
      type="url"
      validate={required()}
      helperText="webhooks.urlHelp"
      placeholder="https://www.example.org/kontor"
    />
    <CheckboxGroupInput source="events" choices={choices} row={false} validate={required()} />
  </>
)

export function WebhookCreate() {
  const redirect = useRedirect()
  const [created, setCreated] = useState<Created>()
  return (
    <>
      <CreatePage redirect={false} mutationOptions={{ onSuccess: setCreated }}>
        <RecordForm warnWhenUnsavedChanges={created === undefined} defaultValues={{ events: [] }}>
          <TextInput source="name" validate={required()} helperText="webhooks.nameHelp" />
          <ReferenceInput source="clientId" reference="clients" perPage={1000}>
            <SelectInput optionText="name" validate={required()} />
          </ReferenceInput>
          <Settings />
        </RecordForm>
      </CreatePage>
      {created && (
        <WebhookSecret secret={created.secret} onClose={() => redirect('edit', 'webhooks', created.id)} />
      )}
    </>
  )
}

export const WebhookForm = () => (
  <RecordForm>
    <TextInput source="name" validate={required()} helperText="webhooks.nameHelp" />
    <Settings />
    <BooleanInput source="isActive" helperText="webhooks.isActiveHelp" />
  </RecordForm>
)

export const WebhookSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog
    title="webhooks.onceTitle"
    text="webhooks.onceText"
    label="webhooks.secret"
    secret={secret}
    onClose={onClose}
  />
)
