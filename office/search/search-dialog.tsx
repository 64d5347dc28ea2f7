// The search dialog: a combobox with commands and records in groups. Arrow keys select an option, Enter chooses it.
import SearchIcon from '@mui/icons-material/Search'
import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material'
import { useResourceDefinitions, useTranslate } from 'ra-core'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useInertPage } from '../shell/app/inert-page.ts'
import { useCommands } from './commands.tsx'
import { pathOf } from './hit.ts'
import { type Option, OptionGroup, optionId } from './option.tsx'
import { useOptions } from './use-options.ts'

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

interface Props {
  open: boolean
  onClose: () => void
  /** Opens the dialog for booking a contact, or anybody. */
  onBook: (contactId?: number) => void
}

export function SearchDialog({ open, onClose, onBook }: Props) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const resources = useResourceDefinitions()
  const commands = useCommands(onBook)
  const [text, setText] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  /** Runs when the dialog has closed and the focus is back: another dialog may open then. */
  const afterClose = useRef<() => void>(undefined)
  const { groups, query, isSearching, isFetching, isUpToDate, error } = useOptions(text, open, commands)
  const options = groups.flatMap((group) => group.options)
  const current = Math.min(selectedIndex, options.length - 1)

  useInertPage(open)
  useEffect(() => {
    if (open) document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' })
  }, [open, current])

  const close = (): void => {
    onClose()
    setSelectedIndex(0)
  }
  const choose = (option: Option, inNewTab = false): void => {
    const path =
      'command' in option ? option.command.path : option.isBooking ? undefined : pathOf(option.hit, resources)
    if (path !== undefined && inNewTab) {
      window.open(`#${path}`, '_blank', 'noopener')
      return
    }
    if (path === undefined)
      afterClose.current = 'command' in option ? option.command.run : () => onBook(option.hit.id)
    close()
    setText('')
    if (path !== undefined) navigate(path)
  }
  const select = (event: KeyboardEvent, index: number): void => {
    event.preventDefault()
    if (options.length > 0) setSelectedIndex((index + options.length) % options.length)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') select(event, current + 1)
    else if (event.key === 'ArrowUp') select(event, current - 1)
    else if (event.key === 'Home' && event.ctrlKey) select(event, 0)
    else if (event.key === 'End' && event.ctrlKey) select(event, options.length - 1)
    else if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[current]
      // The records shown may belong to the previous text, and push a command that follows them away.
      const isSettled = isUpToDate || groups[0]?.name === 'command'
      if (option && isSettled) choose(option, event.ctrlKey || event.metaKey)
    }
  }
  const isEmpty = options.length === 0 && isUpToDate
  const statusText = !isSearching
    ? text.trim() === ''
      ? translate('search.hint')
      : isEmpty
        ? translate('search.more')
        : ''
    : error
      ? error.message
      : isEmpty
        ? translate('search.none', { q: query })
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
        transition: {
          // As soon as it opens: what is typed meanwhile is not selected.
          onEnter: () => field.current?.select(),
          onExited: () => {
            afterClose.current?.()
            afterClose.current = undefined
          },
          timeout: 120,
        },
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
              'aria-expanded': options.length > 0,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': options.length > 0 ? optionId(current) : undefined,
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
        {isFetching && <LinearProgress aria-label={translate('search.busy')} sx={{ height: 2 }} />}
      </Box>
      <Box sx={{ overflowY: 'auto', pb: 1 }}>
        <div role="listbox" id={listId} aria-label={translate('search.results')}>
          {groups.map((group) => {
            const firstIndex = index
            index += group.options.length
            return (
              <OptionGroup
                key={group.name}
                {...group}
                query={isSearching ? query : ''}
                firstIndex={firstIndex}
                currentIndex={current}
                onHover={setSelectedIndex}
                onChoose={(option, event: MouseEvent) => choose(option, event.ctrlKey || event.metaKey)}
              />
            )
          })}
        </div>
        <Typography role="status" color="text.secondary" sx={{ px: 2, py: statusText ? 1.5 : 0 }}>
          {statusText || <HiddenCount count={isSearching && isUpToDate ? options.length : 0} />}
        </Typography>
      </Box>
    </Dialog>
  )
}

/** The number of options, for screen readers. */
function HiddenCount({ count }: { count: number }) {
  const translate = useTranslate()
  return (
    <Box component="span" sx={hidden}>
      {count > 0 ? translate('search.count', { smart_count: count }) : ''}
    </Box>
  )
}
