// What happened with a contact or company, newest first; notes and calls are added here.
import {
  Alert,
  Box,
  Button,
  Chip,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { TimelineEntry } from '../../server/contacts/contact.timeline.office.ts'
import { untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useHasRight } from '../shell/api/session.ts'
import { TimelineItem } from './timeline-item.tsx'

const kinds = [
  'logbook',
  'mail',
  'outbox',
  'task',
  'participation',
  'lead',
  'invoice',
  'consent',
  'change',
] as const
const perPage = 25

function NewTimelineEntry({ id }: { id: number }) {
  const translate = useTranslate()
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const client = useQueryClient()
  const [kind, setKind] = useState<'note' | 'call'>('note')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await untypedApi('POST', `/contacts/${id}/logbook`, { kind, text })
      setText('')
      await client.invalidateQueries({ queryKey: ['timeline', id] })
    } catch (error) {
      notify(translateMessage((error as Error).message), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack spacing={1} sx={{ mb: 2 }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={kind}
        onChange={(_, next) => next && setKind(next)}
        aria-label={translate('contacts.logbook.kind')}
      >
        <ToggleButton value="note" sx={{ color: 'text.primary' }}>
          {translate('contacts.logbook.note')}
        </ToggleButton>
        <ToggleButton value="call" sx={{ color: 'text.primary' }}>
          {translate('contacts.logbook.call')}
        </ToggleButton>
      </ToggleButtonGroup>
      <TextField
        label={translate('contacts.logbook.text')}
        multiline
        minRows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Box>
        <Button variant="contained" size="small" disabled={text.trim() === ''} loading={busy} onClick={save}>
          {translate('contacts.logbook.save')}
        </Button>
      </Box>
    </Stack>
  )
}

export function Timeline({ id }: { id: number }) {
  const translate = useTranslate()
  const mayEdit = useHasRight('090300:edit')
  const [selectedKinds, setSelectedKinds] = useState<readonly string[]>([])
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['timeline', id, selectedKinds.join()],
    queryFn: ({ pageParam }) =>
      untypedApi<TimelineEntry>(
        'GET',
        `/contacts/${id}/timeline?perPage=${perPage}&page=${pageParam}${selectedKinds.length > 0 ? `&kind=${selectedKinds.join()}` : ''}`,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
    staleTime: 0,
  })
  const toggle = (kind: string) =>
    setSelectedKinds(
      selectedKinds.includes(kind) ? selectedKinds.filter((one) => one !== kind) : [...selectedKinds, kind],
    )
  return (
    <Box component="section" aria-label={translate('contacts.timeline.title')}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate('contacts.timeline.title')}
      </Typography>
      {mayEdit && <NewTimelineEntry id={id} />}
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}
        role="group"
        aria-label={translate('contacts.timeline.filter')}
      >
        {kinds.map((kind) => (
          <Chip
            key={kind}
            size="small"
            label={translate(`contacts.timeline.${kind}`)}
            variant={selectedKinds.includes(kind) ? 'filled' : 'outlined'}
            color={selectedKinds.includes(kind) ? 'primary' : 'default'}
            aria-pressed={selectedKinds.includes(kind)}
            onClick={() => toggle(kind)}
          />
        ))}
      </Stack>
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {data?.pages.flat().length === 0 && (
        <Typography color="text.secondary">{translate('contacts.timeline.none')}</Typography>
      )}
      <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data?.pages.flat().map((entry) => (
          <TimelineItem key={entry.id} entry={entry} />
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
