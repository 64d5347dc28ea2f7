// The user's messages that have not left yet, in the app bar: how long they wait, and to call them back.
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { lazyComponent } from '../shell/section/lazy-component.tsx'

// Not part of the first file: mostly nothing waits.
const WaitingList = lazyComponent(async () => (await import('./waiting-list.tsx')).WaitingList)

const pollMs = 30_000

export function WaitingMessages() {
  const seesMessages = useHasRight('booking:access')
  const { data = [] } = useQuery({
    queryKey: ['messages', 'waiting'],
    queryFn: () => api('GET', '/messages/waiting'),
    refetchInterval: pollMs,
    enabled: seesMessages,
  })
  if (data.length === 0) return null
  return (
    <Suspense fallback={null}>
      <WaitingList messages={data} />
    </Suspense>
  )
}
