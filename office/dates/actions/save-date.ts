// Changes a date outside of its form. If another user has changed it in the meantime, the user decides.
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { api } from '../../shell/api/api.ts'
import type { Values } from '../../shell/api/conflict.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { saveWithConflictCheck } from '../../shell/api/save-with-conflict-check.ts'

type SeenDate = Pick<EventDate, 'id' | 'version'>

const save = (
  date: SeenDate,
  yours: Values,
  send: (version: number) => Promise<EventDate[]>,
): Promise<EventDate[]> => {
  const saveOptions = {
    resource: 'dates',
    subject: 'date',
    id: date.id,
    before: { ...date },
    yours,
    read: async () => ({ ...(await api('GET', '/dates/{dateId}', { params: { dateId: date.id } }))[0] }),
  }
  return saveWithConflictCheck(saveOptions, (version) => send(Number(version)))
}

/** The fields of the date alone. */
const withoutMessages = ({
  messages: _messages,
  ...fields
}: Partial<BodyOf<'PATCH', '/dates/{dateId}'>>): Values => fields

export const updateDate = (
  date: SeenDate,
  fields: Omit<BodyOf<'PATCH', '/dates/{dateId}'>, 'version'>,
): Promise<EventDate[]> =>
  save(date, withoutMessages(fields), (version) =>
    api('PATCH', '/dates/{dateId}', { params: { dateId: date.id }, body: { ...fields, version } }),
  )

/** Moves all days of a date to a new start. */
export const moveDate = (
  date: SeenDate,
  startDate: string,
  messages?: BodyOf<'POST', '/dates/{dateId}/move'>['messages'],
): Promise<EventDate[]> =>
  save(date, { startDate }, (version) =>
    api('POST', '/dates/{dateId}/move', {
      params: { dateId: date.id },
      body: { startDate, version, ...(messages && { messages }) },
    }),
  )
