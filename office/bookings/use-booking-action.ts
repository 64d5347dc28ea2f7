// Changes bookings: shows what is true afterwards, tells who moved up, and gives refusals as words.
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { ApiError, api, type Method } from '../shell/api/api.ts'
import { useSay } from '../shell/api/server-message.ts'
import { useFormat } from '../shell/app/format.ts'
import { type Booking, useRenewal, useTellMovedUp } from './booking-queries.ts'

/** A refusal; `free` and `hasWaitingList` where places are missing, `existing` where a new contact is there already. */
export interface Refusal {
  message: string
  fields: Record<string, string>
  full?: { free: number; hasWaitingList: boolean }
  existing?: number
}

function refusalOf(error: unknown, say: (message: string) => string): Refusal {
  if (!(error instanceof ApiError)) throw error
  const fields = Object.fromEntries(error.details.map(({ field, message }) => [field, say(message)]))
  const location = /\/contacts\/(\d+)$/.exec(error.headers.get('location') ?? '')
  return {
    message: error.details.length > 0 ? Object.values(fields).join(' · ') : say(error.message),
    fields,
    ...(error.headers.get('x-kontor-conflict') === 'full'
      ? {
          full: {
            free: Number(error.headers.get('x-kontor-free')),
            hasWaitingList: error.headers.get('x-kontor-waiting-list') === '1',
          },
        }
      : {}),
    ...(location ? { existing: Number(location[1]) } : {}),
  }
}

/** Sends it; gives the bookings of the answer, or the refusal. `asked`: how many of them were asked for, those behind moved up. */
export function useBookingDeed() {
  const plainly = useSay()
  const { date } = useFormat()
  const say = (message: string) => plainly(message).replace(/\d{4}-\d{2}-\d{2}/g, date)
  const renew = useRenewal()
  const tellMovedUp = useTellMovedUp()
  return async (method: Method, path: string, body: unknown, asked: number): Promise<Booking[] | Refusal> => {
    try {
      const answer = await api<Booking>(method, path, body)
      tellMovedUp(answer, asked)
      return answer
    } catch (error) {
      return refusalOf(error, say)
    } finally {
      await renew()
    }
  }
}

/** As `useBookingDeed`, for buttons: a refusal is told at the edge of the page. Gives whether it went well. */
export function useToldDeed() {
  const deed = useBookingDeed()
  const notify = useNotify()
  const translate = useTranslate()
  return async (method: Method, path: string, body: unknown, asked: number): Promise<boolean> => {
    const answer = await deed(method, path, body, asked)
    if (Array.isArray(answer)) return true
    notify(translate(answer.message, { _: answer.message }), { type: 'error' })
    return false
  }
}
