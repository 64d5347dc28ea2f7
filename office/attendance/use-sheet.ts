// The sheet of a date, and saving it cell by cell. Cells that cannot be saved, because the connection is lost, are tried again.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useBlocker } from 'react-router-dom'
import { bookingQueries } from '../bookings/booking-queries.ts'
import { ApiError, api } from '../shell/api/api.ts'
import { type Cell, cellKey, type Sheet, withCells } from './sheet.ts'

const pollMs = 15_000
const retryMs = 4000

/** The server was not reached, or may answer otherwise later. */
const isTemporary = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500

export function useSheet(dateId: number) {
  const client = useQueryClient()
  const notify = useNotify()
  const translate = useTranslate()
  const queryKey = ['attendance', dateId]
  const query = useQuery({
    queryKey,
    queryFn: async () => (await api('GET', '/dates/{dateId}/attendance', { params: { dateId } }))[0]!,
    refetchInterval: pollMs,
  })
  /** The cells that are not saved yet. */
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, Cell>>(new Map())
  const unsavedRef = useRef(unsaved)
  const [isLost, setLost] = useState(false)
  const isSending = useRef(false)

  const keep = useCallback((cells: ReadonlyMap<string, Cell>) => {
    unsavedRef.current = cells
    setUnsaved(cells)
  }, [])
  /** Forgets cells, unless they were changed meanwhile. */
  const forget = (sent: ReadonlyMap<string, Cell>) =>
    keep(new Map([...unsavedRef.current].filter(([key, cell]) => sent.get(key) !== cell)))

  const save = async (): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    try {
      while (unsavedRef.current.size > 0) {
        const sent = unsavedRef.current
        // An older answer must not overwrite that of this write.
        await client.cancelQueries({ queryKey })
        const body = { marks: [...sent.values()] }
        const [sheet] = await api('POST', '/dates/{dateId}/attendance', { params: { dateId }, body })
        client.setQueryData<Sheet>(queryKey, sheet)
        setLost(false)
        forget(sent)
      }
      for (const key of bookingQueries) void client.invalidateQueries({ queryKey: key })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isTemporary(error)) setLost(true)
      else {
        keep(new Map())
        setLost(false)
        notify(error.message, { type: 'error' })
        void client.invalidateQueries({ queryKey })
      }
    } finally {
      isSending.current = false
    }
  }
  const saveRef = useRef(save)
  saveRef.current = save

  useEffect(() => {
    if (!isLost) return
    const retry = () => void saveRef.current()
    const timer = setInterval(retry, retryMs)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [isLost])

  const isUnsaved = unsaved.size > 0
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])

  const blocker = useBlocker(isUnsaved && isLost)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(translate('ra.message.unsaved_changes'))) blocker.proceed()
    else blocker.reset()
  }, [blocker, translate])

  return {
    sheet: query.data && withCells(query.data, unsaved),
    error: query.data ? null : query.error,
    unsavedCount: unsaved.size,
    isLost,
    record(cells: readonly Cell[]) {
      keep(new Map([...unsavedRef.current, ...cells.map((cell) => [cellKey(cell), cell] as const)]))
      void save()
    },
    retry: () => void save(),
  }
}
