// The icon of the inbox in the menu, with the number of the user's open tasks.
import InboxIcon from '@mui/icons-material/InboxOutlined'
import { Badge } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'

const pollMs = 60_000

export function InboxBadge() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['tasks', 'counts'],
    queryFn: async () => (await api('GET', '/tasks/counts'))[0],
    refetchInterval: pollMs,
    staleTime: pollMs / 2,
  })
  const count = data?.mineCount ?? 0
  return (
    <Badge
      badgeContent={count}
      max={99}
      color={data?.overdueCount ? 'error' : 'primary'}
      slotProps={{
        badge: { 'aria-label': translate('inbox.openTasks', { smart_count: count }), role: 'img' },
      }}
    >
      <InboxIcon />
    </Badge>
  )
}
