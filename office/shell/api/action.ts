// Actions of buttons and small forms: send a request, show errors and notices, refetch queries.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRefresh } from 'ra-core'
import { useNotify } from 'react-admin'
import { ApiError } from './api.ts'
import { type FormErrors, toFormErrors } from './field-errors.ts'

export interface ActionOptions<V, R> {
  /** The notice of success: the key of a text, or a function of the answer that returns key and parameters. */
  success?: string | ((result: R, values: V) => string | [key: string, params: Record<string, unknown>])
  /** The queries to refetch; `page`: all queries of the page. */
  refresh?: readonly QueryKey[] | 'page'
  onSuccess?: (result: R, values: V) => unknown
  /** Handles an error; false: the action handles it. */
  onError?: (error: ApiError, values: V) => boolean
}

interface Action<V> {
  /** For buttons: shows errors as a notification. @returns whether the request succeeded */
  run: (values: V) => Promise<boolean>
  /** For react-admin's `Form`: returns the errors by field and shows all others as a notification. */
  submit: (values: V) => Promise<FormErrors | undefined>
  busy: boolean
}

/** `const { run, busy } = useAction(() => api('POST', '/outbox-mails/retry'), { success: 'mail.retried' })` */
export function useAction<V = void, R = unknown>(
  send: (values: V) => Promise<R>,
  { success, refresh, onSuccess, onError }: ActionOptions<V, R> = {},
): Action<V> {
  const notify = useNotify()
  const client = useQueryClient()
  const refreshPage = useRefresh()
  const { mutateAsync, isPending } = useMutation({ mutationFn: send })

  const refreshQueries = async (): Promise<void> => {
    if (refresh === 'page') refreshPage()
    else await Promise.all((refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  const finish = async (result: R, values: V): Promise<void> => {
    await onSuccess?.(result, values)
    const text = typeof success === 'function' ? success(result, values) : success
    const [key, messageArgs] = typeof text === 'string' ? [text] : (text ?? [])
    if (key) notify(key, { type: 'success', ...(messageArgs ? { messageArgs } : {}) })
    await refreshQueries()
  }
  const notifyError = (error: ApiError): void => {
    notify(error.message, { type: error.isDecision ? 'info' : 'error' })
    // The page shows outdated records.
    if (error.status === 409) refreshPage()
  }
  /** The error, if it has not been handled. */
  const attempt = async (values: V): Promise<ApiError | true | 'handled'> => {
    try {
      await finish(await mutateAsync(values), values)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return onError?.(error, values) ? 'handled' : error
    }
  }

  return {
    busy: isPending,
    async run(values) {
      const outcome = await attempt(values)
      if (outcome instanceof ApiError) notifyError(outcome)
      return outcome === true
    },
    async submit(values) {
      const outcome = await attempt(values)
      if (outcome === true) return undefined
      if (outcome === 'handled') return {}
      const ofFields = outcome.details.filter(({ field }) => field !== 'body')
      if (ofFields.length === 0) notifyError(outcome)
      return toFormErrors(ofFields)
    },
  }
}
