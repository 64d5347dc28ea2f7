// Changes bookings: shows what is true afterwards, tells who moved up, and gives refusals as words.
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { ApiError, untypedApi } from '../shell/api/api.ts'
import type { Method } from '../shell/api/endpoints.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useFormat } from '../shell/app/format.ts'
import { type Booking, useInvalidateBookings, useNotifyPromoted } from './booking-queries.ts'

/** A refusal; `free` and `hasWaitingList` where places are missing, `existing` where a new contact is there already. */
export interface Rejection {
  message: string
  fields: Record<string, string>
  full?: { freeSeats: number; hasWaitingList: boolean }
  existing?: number
}

function toRejection(error: unknown, translateMessage: (message: string) => string): Rejection {
  if (!(error instanceof ApiError)) throw error
  const fields = Object.fromEntries(
    error.details.map(({ field, message }) => [field, translateMessage(message)]),
  )
  const location = /\/contacts\/(\d+)$/.exec(error.headers.get('location') ?? '')
  return {
    message: error.details.length > 0 ? Object.values(fields).join(' · ') : translateMessage(error.message),
    fields,
    ...(error.headers.get('x-kontor-conflict') === 'full'
      ? {
          full: {
            freeSeats: Number(error.headers.get('x-kontor-free')),
            hasWaitingList: error.headers.get('x-kontor-waiting-list') === '1',
          },
        }
      : {}),
    ...(location ? { existing: Number(location[1]) } : {}),
  }
}

/** Sends it; gives the bookings of the answer, or the refusal. `asked`: how many of them were asked for, those behind moved up. */
export function useBookingAction() {
  const translateMessage = useServerMessage()
  const { date } = useFormat()
  const messageText = (message: string) => translateMessage(message).replace(/\d{4}-\d{2}-\d{2}/g, date)
  const invalidateBookings = useInvalidateBookings()
  const notifyPromoted = useNotifyPromoted()
  return async (
    method: Method,
    path: string,
    body: unknown,
    requestedCount: number,
  ): Promise<Booking[] | Rejection> => {
    try {
      const result = await untypedApi<Booking>(method, path, body)
      notifyPromoted(result, requestedCount)
      return result
    } catch (error) {
      return toRejection(error, messageText)
    } finally {
      await invalidateBookings()
    }
  }
}

/** As `useBookingDeed`, for buttons: a refusal is told at the edge of the page. Gives whether it went well. */
export function useNotifiedBookingAction() {
  const runAction = useBookingAction()
  const notify = useNotify()
  const translate = useTranslate()
  return async (method: Method, path: string, body: unknown, requestedCount: number): Promise<boolean> => {
    const result = await runAction(method, path, body, requestedCount)
    if (Array.isArray(result)) return true
    notify(translate(result.message, { _: result.message }), { type: 'error' })
    return false
  }
}
