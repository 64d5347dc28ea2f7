// Whether mail can go out, and how much of it has not.
import { useQuery } from '@tanstack/react-query'
import { api } from '../shell/api/api.ts'
import { useMay } from '../shell/api/session.ts'

export interface OutboxStatus {
  configured: boolean
  server: string
  from: string
  waiting: number
  /** Of those that wait, all together. */
  attempts: number
  failed: number
}

const soonMs = 3000
const laterMs = 120_000

/** Asked for again and again, soon where something is about to happen; nothing for who may not see it. */
export function useOutboxStatus(): OutboxStatus | undefined {
  const may = useMay('admin')
  const { data } = useQuery({
    queryKey: ['outbox-status'],
    queryFn: async () => (await api<OutboxStatus>('GET', '/outbox-status'))[0],
    enabled: may,
    refetchInterval: ({ state: { data: known } }) =>
      known?.configured && known.waiting > 0 ? soonMs : laterMs,
  })
  return data
}
