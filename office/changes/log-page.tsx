// The change log of the instance, newest first.
import DownloadIcon from '@mui/icons-material/Download'
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api, apiPath, exportFile } from '../shell/api/api.ts'
import { useInstanceSettings } from '../shell/api/instance-settings.ts'
import { groupEntries } from '../shell/history/entry-groups.ts'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import { GroupRow } from './entry-row.tsx'
import { LogFilters, useLogFilters } from './log-filters.tsx'

const perPage = 50

export function LogPage() {
  const translate = useTranslate()
  const filters = useLogFilters()
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['change-log', filters],
    queryFn: ({ pageParam }) =>
      api('GET', '/change-log', {
        query: { ...filters, perPage, ...(pageParam === 0 ? {} : { beforeId: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < perPage ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })
  const entries = data?.pages.flat() ?? []
  const days = useInstanceSettings()?.changeLogDays ?? 0
  const { run: exportLog } = useAction(() => exportFile(apiPath('/change-log/export', { query: filters })))
  return (
    <Box sx={{ mt: 2, maxWidth: 1180 }}>
      <Title title="changes.title" />
      <Typography color="textSecondary" sx={{ mb: 0.5 }}>
        {[translate('changes.text'), days > 0 && translate('changes.retention', { days })]
          .filter(Boolean)
          .join(' ')}
      </Typography>
      <LogFilters>
        <ToolbarButton icon={<DownloadIcon />} onClick={() => exportLog()}>
          {translate('shell.list.exportCsv')}
        </ToolbarButton>
      </LogFilters>
      {error && <Alert severity="error">{error.message}</Alert>}
      {isPending && <Skeleton variant="rounded" height={320} />}
      {!isPending && !error && entries.length === 0 && (
        <Typography color="textSecondary">{translate('shell.changes.none')}</Typography>
      )}
      {groupEntries(entries).map((group) => (
        <GroupRow key={group[0]!.id} entries={group} />
      ))}
      {hasNextPage && (
        <Button onClick={() => fetchNextPage()} loading={isFetchingNextPage} sx={{ mt: 1 }}>
          {translate('shell.changes.more')}
        </Button>
      )}
    </Box>
  )
}
