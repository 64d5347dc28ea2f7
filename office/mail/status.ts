import { useQuery } from '@tanstack/react-query'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'

export type OutboxStatus = Answer<'GET', '/outbox-status'>

const busyPollMs = 3000
const idlePollMs = 120_000

/** The status of the outbox, polled; undefined for users who are not administrators. */
export function useOutboxStatus(): OutboxStatus | undefined {
  const isAdmin = useHasRight('admin')
  const { data } = useQuery({
    queryKey: ['outbox-status'],
    queryFn: async () => (await api('GET', '/outbox-status'))[0],
    enabled: isAdmin,
    refetchInterval: ({ state: { data: status } }) =>
      status?.isConfigured && status.waitingCount > 0 ? busyPollMs : idlePollMs,
  })
  return data
}
