// The timeline of a contact or company, newest first; notes and calls are added here.
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
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { timelineKindNames, timelineKinds } from '../../../server/contacts/timeline-kinds.ts'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { hasRight, useHasRight, useSession } from '../../shell/api/session.ts'
import { type TimelineEntry, TimelineItem } from './timeline-item.tsx'

const perPage = 25

type NewEntry = BodyOf<'POST', '/contacts/{contactId}/logbook-entries'>

function NewTimelineEntry({ id }: { id: number }) {
  const translate = useTranslate()
  const { control, handleSubmit, resetField } = useForm<NewEntry>({
    defaultValues: { kind: 'note', text: '' },
  })
  const text = useWatch({ control, name: 'text' })
  const { run, busy } = useAction(
    (entry: NewEntry) =>
      api('POST', '/contacts/{contactId}/logbook-entries', { params: { contactId: id }, body: entry }),
    { refresh: [['timeline', id]], onSuccess: () => resetField('text') },
  )
  const save = handleSubmit(async (entry) => {
    await run(entry)
  })
  return (
    <Stack spacing={1} sx={{ mb: 2 }}>
      <Controller
        control={control}
        name="kind"
        render={({ field: { value, onChange } }) => (
          <ToggleButtonGroup
            size="small"
            exclusive
            value={value}
            onChange={(_, next) => next && onChange(next)}
            aria-label={translate('leads.logbook.kind')}
          >
            <ToggleButton value="note" sx={{ color: 'text.primary' }}>
              {translate('leads.logbook.note')}
            </ToggleButton>
            <ToggleButton value="call" sx={{ color: 'text.primary' }}>
              {translate('leads.logbook.call')}
            </ToggleButton>
          </ToggleButtonGroup>
        )}
      />
      <Controller
        control={control}
        name="text"
        render={({ field: { ref, ...field } }) => (
          <TextField
            {...field}
            inputRef={ref}
            label={translate('contacts.logbook.text')}
            multiline
            minRows={2}
          />
        )}
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
  const session = useSession()
  const [selectedKinds, setSelectedKinds] = useState<readonly TimelineEntry['kind'][]>([])
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['timeline', id, selectedKinds.join()],
    queryFn: ({ pageParam }) =>
      api('GET', '/contacts/{contactId}/timeline', {
        params: { contactId: id },
        query: { kind: [...selectedKinds], page: pageParam, perPage },
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
    staleTime: 0,
  })
  const toggle = (kind: TimelineEntry['kind']) =>
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
        {timelineKindNames
          .filter((kind) => hasRight(timelineKinds[kind].right, session))
          .map((kind) => (
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
      {error && <Alert severity="error">{error.message}</Alert>}
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
