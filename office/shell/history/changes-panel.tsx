// The change log of a record.
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../api/api.ts'
import type { Change } from '../api/conflict.ts'
import { ChangeEntry } from './change-entry.tsx'
import { groupEntries, mainEntry } from './entry-groups.ts'

const perPage = 25

type Props = {
  subject: string
  id: number | string
  /** Of a date: includes the changes of its bookings. */
  includeBookings?: boolean
}

/** More entries of a group than these are folded behind the main one. */
const maxOpen = 3

function GroupedEntries({ group, subject }: { group: Change[]; subject: string }) {
  const translate = useTranslate()
  const main = mainEntry(group)
  const others = group.filter((one) => one !== main)
  const entries = (list: Change[]) =>
    list.map((change) => <ChangeEntry key={change.id} change={change} subject={subject} />)
  if (group.length <= maxOpen) return entries(group)
  return (
    <>
      {entries([main])}
      <Box component="li">
        <details>
          <Typography component="summary" variant="body2" color="textSecondary" sx={{ cursor: 'pointer' }}>
            {translate('shell.changes.others', { smart_count: others.length })}
          </Typography>
          <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
            {entries(others)}
          </Stack>
        </details>
      </Box>
    </>
  )
}

export function ChangesPanel({ subject, id, includeBookings }: Props) {
  const translate = useTranslate()
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['changes', subject, String(id)],
    queryFn: ({ pageParam }) =>
      api('GET', '/changes', {
        query: { subject, subjectId: Number(id), includeBookings, perPage, page: pageParam },
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
    // The record may have been saved just now.
    staleTime: 0,
  })
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (isPending) return null
  const changes = data.pages.flat()
  return (
    <Box component="section" aria-label={translate('shell.changes.title')}>
      {changes.length === 0 && (
        <Typography color="textSecondary">{translate('shell.changes.none')}</Typography>
      )}
      <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {groupEntries(changes).map((group) => (
          <GroupedEntries key={group[0]!.id} group={group} subject={subject} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button onClick={() => fetchNextPage()} loading={isFetchingNextPage} sx={{ mt: 1 }}>
          {translate('shell.changes.more')}
        </Button>
      )}
    </Box>
  )
}
