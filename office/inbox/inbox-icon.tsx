// The sign of the inbox in the menu, with the number of one's own open tasks.
import InboxIcon from '@mui/icons-material/InboxOutlined'
import { Badge } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { untypedApi } from '../shell/api/api.ts'

interface TaskCounts {
  mine: number
  overdue: number
  unassigned: number
}

const pollMs = 60_000

export function InboxBadge() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['tasks', 'count'],
    queryFn: async () => (await untypedApi<TaskCounts>('GET', '/tasks/count'))[0],
    refetchInterval: pollMs,
    staleTime: pollMs / 2,
  })
  const mine = data?.mine ?? 0
  return (
    <Badge
      badgeContent={mine}
      max={99}
      color={data?.overdue ? 'error' : 'primary'}
      slotProps={{ badge: { 'aria-label': translate('inbox.waiting', { smart_count: mine }), role: 'img' } }}
    >
      <InboxIcon />
    </Badge>
  )
}
