// The fields of a task: assignee, due date, and its records.
import { useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { FormDataConsumer, required, SelectInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useLeadOptions, withCurrentValue } from '../leads/options.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { RecordInput } from '../shell/form/reference-inputs.tsx'
import { useFormat } from '../shell/language/format.ts'

type Task = RecordOf<'tasks'>

/** Chooses among the bookings of the task's contact. */
function BookingInput({ task, contactId }: { task: Task; contactId: number }) {
  const format = useFormat()
  const { data: bookings = [] } = useQuery({
    queryKey: ['tasks', task.id, 'booking-options', contactId],
    queryFn: () =>
      api('GET', '/tasks/{taskId}/booking-options', {
        params: { taskId: task.id },
        query: { contactId },
      }),
    enabled: contactId > 0,
  })
  const bookingLabel = (title: string, day: string): string =>
    [title, format.date(day)].filter(Boolean).join(', ')
  const choices = bookings.map(({ id, dateTitle, startDate }) => ({
    id,
    name: bookingLabel(dateTitle, startDate),
  }))
  return (
    <SelectInput
      source="bookingId"
      choices={withCurrentValue(choices, task.bookingId, bookingLabel(task.dateTitle, task.startDate))}
      translateChoice={false}
      emptyValue={0}
    />
  )
}

function EditableFields({ clientId, contactId }: { clientId: number | undefined; contactId: number }) {
  const task = useRecordContext<Task>()
  const { assignees } = useLeadOptions(clientId)
  const seesContacts = useHasRight('090300:access')
  const seesBookings = useHasRight('booking:access')
  const seesLeads = useHasRight('lead:access')
  const { setValue } = useFormContext()
  return (
    <>
      <SelectInput
        source="assigneeId"
        choices={withCurrentValue(assignees, task?.assigneeId, task?.assigneeName)}
        translateChoice={false}
        emptyValue={0}
      />
      <DateInput source="dueDate" />
      {seesContacts && (
        <RecordInput
          source="contactId"
          reference="contacts"
          filter={{ contactType: 'person' }}
          onChange={() => setValue('bookingId', 0, { shouldDirty: true })}
        />
      )}
      {seesLeads && <RecordInput source="leadId" reference="leads" filter={clientId ? { clientId } : {}} />}
      {seesBookings && task?.id !== undefined && <BookingInput task={task} contactId={contactId} />}
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
      {(isNew || !task.hasMailBody) && (
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
