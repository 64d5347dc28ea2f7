// Sends what a small form of its own (not of a record) was filled with.
import { useNotify } from 'react-admin'
import { ApiError, api, type Method } from './api.ts'
import { faultTree } from './field-errors.ts'
import { useSay } from './server-message.ts'

type Faults = Record<string, unknown>

/** Sends it; gives the faults by field for react-admin's Form, tells other errors, and gives undefined when all went well. */
export function useDeed(): (method: Method, path: string, body?: unknown) => Promise<Faults | undefined> {
  const say = useSay()
  const notify = useNotify()
  return async (method, path, body) => {
    try {
      await api(method, path, body)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.details.length > 0) return faultTree(error.details, say)
      notify(say(error.message), { type: 'error' })
      return {}
    }
  }
}
