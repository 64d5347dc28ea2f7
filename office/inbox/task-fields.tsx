// What staff set of a task: who does it, by when, and what it is about.
import { useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { FormDataConsumer, required, SelectInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { Task } from '../../server/inbox/task.office.schema.ts'
import { useChoices, withKept } from '../leads/choices.ts'
import { RemoteInput } from '../leads/remote-input.tsx'
import { api } from '../shell/api/api.ts'
import { useMay, useSession } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'

interface Participation {
  id: number
  eventTitle: string
  startsOn: string
}

/** One of the bookings of the person that the task is from. */
function ParticipationInput({ task, contactId }: { task: Task; contactId: number }) {
  const format = useFormat()
  const { data: list = [] } = useQuery({
    queryKey: ['tasks', task.id, 'participations', contactId],
    queryFn: () => api<Participation>('GET', `/tasks/${task.id}/participations?contactId=${contactId}`),
    enabled: contactId > 0,
  })
  const nameOf = (title: string, day: string): string => [title, format.date(day)].filter(Boolean).join(', ')
  const choices = list.map(({ id, eventTitle, startsOn }) => ({ id, name: nameOf(eventTitle, startsOn) }))
  return (
    <SelectInput
      source="participationId"
      choices={withKept(choices, task.participationId, nameOf(task.eventTitle, task.startsOn))}
      translateChoice={false}
      emptyValue={0}
    />
  )
}

function FieldsOf({ clientId, contactId }: { clientId: number | undefined; contactId: number }) {
  const task = useRecordContext<Task>()
  const { users } = useChoices(clientId)
  const seesContacts = useMay('090300:access')
  const { setValue } = useFormContext()
  return (
    <>
      <SelectInput
        source="assigneeId"
        choices={withKept(users, task?.assigneeId, task?.assignee)}
        translateChoice={false}
        emptyValue={0}
      />
      <DateInput source="dueOn" />
      {seesContacts && (
        <RemoteInput
          source="contactId"
          path="/contacts"
          filter={{ type: 'person' }}
          known={task?.contactId ? [{ id: task.contactId, name: task.contact }] : []}
          onChosen={() => setValue('participationId', 0, { shouldDirty: true })}
        />
      )}
      <RemoteInput
        source="leadId"
        path="/leads"
        filter={clientId ? { clientId } : {}}
        known={task?.leadId ? [{ id: task.leadId, name: task.lead }] : []}
      />
      {seesContacts && task?.id !== undefined && <ParticipationInput task={task} contactId={contactId} />}
    </>
  )
}

export function TaskFields() {
  const translate = useTranslate()
  const task = useRecordContext<Task>()
  const session = useSession()
  const isNew = task?.id === undefined
  return (
    <>
      {(isNew || !task.isLetter) && (
        <>
          <TextInput
            source="subject"
            label={translate('inbox.todoSubject')}
            validate={required()}
            slotProps={{ htmlInput: { maxLength: 255 } }}
            autoFocus={isNew}
          />
          <TextInput source="text" multiline minRows={3} />
        </>
      )}
      {isNew && (session?.clients.length ?? 0) > 1 && (
        <SelectInput
          source="clientId"
          choices={session?.clients ?? []}
          translateChoice={false}
          defaultValue={session?.defaultClientId}
          validate={required()}
        />
      )}
      <FormDataConsumer>
        {({ formData }) => (
          <FieldsOf
            clientId={task?.clientId ?? formData['clientId'] ?? session?.defaultClientId}
            contactId={formData['contactId'] ?? 0}
          />
        )}
      </FormDataConsumer>
    </>
  )
}
