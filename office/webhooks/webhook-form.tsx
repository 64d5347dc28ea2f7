// The forms of a webhook: a new one, and the settings of an existing one.
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
import { SecretCreate } from '../access/secret-create.tsx'
import { SecretDialog } from '../access/secret-dialog.tsx'
import type { Answer } from '../shell/api/endpoints.ts'
import { RecordForm } from '../shell/form/record-form.tsx'

const secretTexts = { title: 'webhooks.onceTitle', text: 'webhooks.onceText', label: 'webhooks.secret' }

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
  return (
    <SecretCreate<Answer<'POST', '/webhooks'>>
      {...secretTexts}
      secretOf={({ secret }) => secret}
      onCreated={({ id }) => redirect('edit', 'webhooks', id)}
      defaultValues={{ events: [] }}
    >
      <TextInput source="name" validate={required()} helperText="webhooks.nameHelp" />
      <ReferenceInput source="clientId" reference="clients" perPage={1000}>
        <SelectInput optionText="name" validate={required()} />
      </ReferenceInput>
      <Settings />
    </SecretCreate>
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
  <SecretDialog {...secretTexts} secret={secret} onClose={onClose} />
)
