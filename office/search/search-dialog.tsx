// The search dialog: a combobox with hits grouped by kind. Arrow keys select a hit, Enter opens it.
import SearchIcon from '@mui/icons-material/Search'
import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useResourceDefinitions, useTranslate } from 'ra-core'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import { useSession } from '../shell/api/session.ts'
import { useDebounced } from '../shell/form/use-debounced.ts'
import { type Hit, kinds, optionId, pathOf, readRecentHits, saveRecentHit } from './hit.ts'
import { HitGroup } from './hit-group.tsx'

const listId = 'search-results'
const titleId = 'search-title'

/** Visible to screen readers only. */
const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
}
const debounceMs = 120

const isSearchable = (text: string): boolean => text.length >= 2 || /^\d$/.test(text)

export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const session = useSession()
  const resources = useResourceDefinitions()
  const [text, setText] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const userId = session?.user.id ?? 0

  const queryText = text.trim()
  const debouncedQuery = useDebounced(queryText, debounceMs)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', userId, debouncedQuery],
    queryFn: () => api('GET', '/search', { query: { q: debouncedQuery } }),
    enabled: open && isSearchable(debouncedQuery),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const isSearching = isSearchable(queryText)
  const shownHits = isSearching ? (data ?? []) : readRecentHits(userId)
  const isUpToDate = debouncedQuery === queryText && !isPlaceholderData && data !== undefined
  const groups = isSearching
    ? kinds
        .map((kind) => ({ name: kind, hits: shownHits.filter((hit) => hit.kind === kind) }))
        .filter(({ hits }) => hits.length > 0)
    : [{ name: 'recent', hits: shownHits }].filter(({ hits }) => hits.length > 0)
  const hits = groups.flatMap((group) => group.hits)
  const current = Math.min(selectedIndex, hits.length - 1)

  useEffect(() => {
    if (open) document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' })
  }, [open, current])

  const close = (): void => {
    onClose()
    setSelectedIndex(0)
  }
  const openHit = (hit: Hit, inNewTab = false): void => {
    const path = pathOf(hit, resources)
    saveRecentHit(userId, hit)
    if (inNewTab) {
      window.open(`#${path}`, '_blank', 'noopener')
      return
    }
    close()
    setText('')
    navigate(path)
  }
  const selectHit = (event: KeyboardEvent, index: number): void => {
    event.preventDefault()
    if (hits.length > 0) setSelectedIndex((index + hits.length) % hits.length)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') selectHit(event, current + 1)
    else if (event.key === 'ArrowUp') selectHit(event, current - 1)
    else if (event.key === 'Home' && event.ctrlKey) selectHit(event, 0)
    else if (event.key === 'End' && event.ctrlKey) selectHit(event, hits.length - 1)
    else if (event.key === 'Enter') {
      event.preventDefault()
      const hit = hits[current]
      // The hits shown may belong to the previous query.
      if (hit && (!isSearching || isUpToDate)) openHit(hit, event.ctrlKey || event.metaKey)
    }
  }
  const statusText = !isSearching
    ? queryText === ''
      ? translate('search.hint')
      : translate('search.more')
    : error
      ? error.message
      : isUpToDate && hits.length === 0
        ? translate('search.none', { q: queryText })
        : ''

  let index = 0
  return (
    <Dialog
      open={open}
      onClose={close}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{
        paper: { sx: { position: 'absolute', top: { xs: 8, sm: '9vh' }, m: 1, maxHeight: '80vh' } },
        transition: { onEntered: () => field.current?.select(), timeout: 120 },
      }}
    >
      <Box component="h2" id={titleId} sx={hidden}>
        {translate('search.open')}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <SearchIcon color="action" aria-hidden />
        <InputBase
          inputRef={field}
          autoFocus
          fullWidth
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setSelectedIndex(0)
          }}
          onKeyDown={onKeyDown}
          placeholder={translate('search.placeholder')}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': translate('search.label'),
              'aria-expanded': hits.length > 0,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': hits.length > 0 ? optionId(current) : undefined,
              autoComplete: 'off',
              spellCheck: false,
              maxLength: 200,
              enterKeyHint: 'go',
            },
          }}
          sx={{ fontSize: 'h3.fontSize', py: 0.5 }}
        />
      </Box>
      <Box sx={{ height: 2 }}>
        {isFetching && isSearching && (
          <LinearProgress aria-label={translate('search.busy')} sx={{ height: 2 }} />
        )}
      </Box>
      <Box sx={{ overflowY: 'auto', pb: 1 }}>
        <div role="listbox" id={listId} aria-label={translate('search.results')}>
          {groups.map(({ name, hits: groupHits }) => {
            const firstIndex = index
            index += groupHits.length
            return (
              <HitGroup
                key={name}
                name={name}
                hits={groupHits}
                query={isSearching ? queryText : ''}
                firstIndex={firstIndex}
                currentIndex={current}
                onHover={setSelectedIndex}
                onOpen={(hit, event: MouseEvent) => openHit(hit, event.ctrlKey || event.metaKey)}
              />
            )
          })}
        </div>
        <Typography role="status" color="text.secondary" sx={{ px: 2, py: statusText ? 1.5 : 0 }}>
          {statusText || <HiddenCount count={isSearching && isUpToDate ? hits.length : 0} />}
        </Typography>
      </Box>
    </Dialog>
  )
}

/** The number of hits, for screen readers. */
function HiddenCount({ count }: { count: number }) {
  const translate = useTranslate()
  return (
    <Box component="span" sx={hidden}>
      {count > 0 ? translate('search.count', { smart_count: count }) : ''}
    </Box>
  )
}
