// What is done with a date by a button.
import { useRefresh } from 'ra-core'
import { useNotify } from 'react-admin'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'
import { ApiError, untypedApi } from '../../shell/api/api.ts'
import type { Method } from '../../shell/api/endpoints.ts'
import { useServerMessage } from '../../shell/api/server-message.ts'
import type { Values } from '../../shell/history/conflict.ts'
import { saveWithConflictCheck } from '../../shell/history/save-with-conflict-check.ts'

/** Does it; tells what went wrong, and gives undefined then. */
function useNotifiedAction() {
  const notify = useNotify()
  const refresh = useRefresh()
  const translateMessage = useServerMessage()
  return async <T>(action: () => Promise<T[]>): Promise<T | undefined> => {
    try {
      const [answer] = await action()
      return answer ?? ({} as T)
    } catch (error) {
      const message = error instanceof Error ? error.message : 'shell.error.server'
      if (error instanceof ApiError && error.isDecision) notify('dates.leftAsItIs')
      else {
        const detail = error instanceof ApiError ? error.details[0]?.message : undefined
        notify(translateMessage(detail ?? message), { type: 'error' })
      }
      if (error instanceof ApiError && error.status === 409) refresh()
      return undefined
    }
  }
}

/** Sends it, whoever changed the date meanwhile. */
export function useDateAction() {
  const runNotified = useNotifiedAction()
  return <T>(method: Method, path: string, body?: unknown): Promise<T | undefined> =>
    runNotified(() => untypedApi<T>(method, path, body))
}

/**
 * Changes a date as the user saw it; where somebody else changed it meanwhile, the user is told what, and asked again.
 * @param path below the date's; without one its fields are sent
 */
export function useDateUpdate() {
  const runNotified = useNotifiedAction()
  return (
    date: { id: number; version: number },
    yours: Values,
    path = '',
  ): Promise<DateRecord | undefined> => {
    const address = `/dates/${date.id}`
    const read = async (): Promise<Values> => {
      const [record] = await untypedApi<Values>('GET', address)
      if (!record) throw new ApiError(404, { message: 'ra.notification.item_doesnt_exist' })
      return record
    }
    const saveOptions = { resource: 'dates', subject: 'date', id: date.id, before: { ...date }, yours, read }
    return runNotified(() =>
      saveWithConflictCheck(saveOptions, (version) =>
        untypedApi<DateRecord>(path === '' ? 'PATCH' : 'POST', `${address}${path}`, { ...yours, version }),
      ),
    )
  }
}
