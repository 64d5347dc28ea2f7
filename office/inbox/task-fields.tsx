// What staff set of a task: who does it, by when, and what it is about.
import { useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { FormDataConsumer, required, SelectInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { Task } from '../../server/inbox/task.office.schema.ts'
import { useLeadChoices, withCurrentValue } from '../leads/choices.ts'
import { RemoteInput } from '../leads/remote-input.tsx'
import { untypedApi } from '../shell/api/api.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'

interface TaskBooking {
  id: number
  eventTitle: string
  startsOn: string
}

/** One of the bookings of the person that the task is from. */
function BookingInput({ task, contactId }: { task: Task; contactId: number }) {
  const format = useFormat()
  const { data: list = [] } = useQuery({
    queryKey: ['tasks', task.id, 'participations', contactId],
    queryFn: () => untypedApi<TaskBooking>('GET', `/tasks/${task.id}/participations?contactId=${contactId}`),
    enabled: contactId > 0,
  })
  const bookingLabel = (title: string, day: string): string =>
    [title, format.date(day)].filter(Boolean).join(', ')
  const choices = list.map(({ id, eventTitle, startsOn }) => ({
    id,
    name: bookingLabel(eventTitle, startsOn),
  }))
  return (
    <SelectInput
      source="participationId"
      choices={withCurrentValue(choices, task.participationId, bookingLabel(task.eventTitle, task.startsOn))}
      translateChoice={false}
      emptyValue={0}
    />
  )
}

function EditableFields({ clientId, contactId }: { clientId: number | undefined; contactId: number }) {
  const task = useRecordContext<Task>()
  const { users } = useLeadChoices(clientId)
  const seesContacts = useHasRight('090300:access')
  const { setValue } = useFormContext()
  return (
    <>
      <SelectInput
        source="assigneeId"
        choices={withCurrentValue(users, task?.assigneeId, task?.assignee)}
        translateChoice={false}
        emptyValue={0}
      />
      <DateInput source="dueOn" />
      {seesContacts && (
        <RemoteInput
          source="contactId"
          path="/contacts"
          filter={{ contactType: 'person' }}
          knownChoices={task?.contactId ? [{ id: task.contactId, name: task.contact }] : []}
          onChosen={() => setValue('participationId', 0, { shouldDirty: true })}
        />
      )}
      <RemoteInput
        source="leadId"
        path="/leads"
        filter={clientId ? { clientId } : {}}
        knownChoices={task?.leadId ? [{ id: task.leadId, name: task.lead }] : []}
      />
      {seesContacts && task?.id !== undefined && <BookingInput task={task} contactId={contactId} />}
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
          <EditableFields
            clientId={task?.clientId ?? formData['clientId'] ?? session?.defaultClientId}
            contactId={formData['contactId'] ?? 0}
          />
        )}
      </FormDataConsumer>
    </>
  )
}
