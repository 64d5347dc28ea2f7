// Sends what a small form of its own (not of a record) was filled with.
import { useNotify } from 'react-admin'
import { ApiError, api, type Method } from './api.ts'
import { toFormErrors } from './field-errors.ts'
import { useServerMessage } from './server-message.ts'

type FormErrors = Record<string, unknown>

/** Sends it; gives the faults by field for react-admin's Form, tells other errors, and gives undefined when all went well. */
export function useAction(): (
  method: Method,
  path: string,
  body?: unknown,
) => Promise<FormErrors | undefined> {
  const translateMessage = useServerMessage()
  const notify = useNotify()
  return async (method, path, body) => {
    try {
      await api(method, path, body)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.details.length > 0) return toFormErrors(error.details, translateMessage)
      notify(translateMessage(error.message), { type: 'error' })
      return {}
    }
  }
}
