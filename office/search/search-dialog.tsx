// The search dialog: a combobox with commands and records in groups. Arrow keys select an option, Enter chooses it.
import SearchIcon from '@mui/icons-material/Search'
import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material'
import { useResourceDefinitions, useTranslate } from 'ra-core'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useInertPage } from '../shell/page/inert-page.ts'
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

interface FieldProps {
  text: string
  inputRef: RefObject<HTMLInputElement | null>
  /** The index of the selected option. */
  current: number
  hasOptions: boolean
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

function SearchField({ text, inputRef, current, hasOptions, onChange, onKeyDown }: FieldProps) {
  const translate = useTranslate()
  return (
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
        inputRef={inputRef}
        autoFocus
        fullWidth
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate('search.placeholder')}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': translate('search.label'),
            'aria-expanded': hasOptions,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': hasOptions ? optionId(current) : undefined,
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 200,
            enterKeyHint: 'go',
          },
        }}
        sx={{ fontSize: 'h3.fontSize', py: 0.5 }}
      />
    </Box>
  )
}

interface SearchState {
  text: string
  query: string
  isSearching: boolean
  isEmpty: boolean
  error: Error | null
}

/** The text of the dialog below the options. */
function useStatusText({ text, query, isSearching, isEmpty, error }: SearchState): string {
  const translate = useTranslate()
  if (isSearching) return error ? error.message : isEmpty ? translate('search.none', { q: query }) : ''
  if (text.trim() === '') return translate('search.hint')
  return isEmpty ? translate('search.more') : ''
}

interface ResultsProps {
  groups: ReturnType<typeof useOptions>['groups']
  query: string
  /** The index of the selected option. */
  current: number
  onHover: (index: number) => void
  onChoose: (option: Option, inNewTab: boolean) => void
}

function Results({ groups, query, current, onHover, onChoose }: ResultsProps) {
  const translate = useTranslate()
  let index = 0
  return (
    <div role="listbox" id={listId} aria-label={translate('search.results')}>
      {groups.map((group) => {
        const firstIndex = index
        index += group.options.length
        return (
          <OptionGroup
            key={group.name}
            {...group}
            query={query}
            firstIndex={firstIndex}
            currentIndex={current}
            onHover={onHover}
            onChoose={(option, event: MouseEvent) => onChoose(option, event.ctrlKey || event.metaKey)}
          />
        )
      })}
    </div>
  )
}

/** The option that a key goes to; undefined: it goes to none. */
function indexAfterKey({ key, ctrlKey }: KeyboardEvent, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return current + 1
  if (key === 'ArrowUp') return current - 1
  if (key === 'Home' && ctrlKey) return 0
  return key === 'End' && ctrlKey ? count - 1 : undefined
}

function useScrolledIntoView(open: boolean, current: number): void {
  useEffect(() => {
    if (open) document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' })
  }, [open, current])
}

/** The page that an option opens. */
const optionPath = (option: Option, resources: Parameters<typeof pathOf>[1]): string | undefined =>
  'command' in option ? option.command.path : option.isBooking ? undefined : pathOf(option.hit, resources)

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
  useScrolledIntoView(open, current)

  const close = (): void => {
    onClose()
    setSelectedIndex(0)
  }
  const choose = (option: Option, inNewTab = false): void => {
    const path = optionPath(option, resources)
    if (path !== undefined && inNewTab) return void window.open(`#${path}`, '_blank', 'noopener')
    if (path === undefined)
      afterClose.current = 'command' in option ? option.command.run : () => onBook(option.hit.id)
    close()
    setText('')
    if (path !== undefined) navigate(path)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const next = indexAfterKey(event, current, options.length)
    if (next !== undefined) {
      event.preventDefault()
      if (options.length > 0) setSelectedIndex((next + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[current]
      // The records shown may belong to the previous text, and push a command that follows them away.
      const isSettled = isUpToDate || groups[0]?.name === 'command'
      if (option && isSettled) choose(option, event.ctrlKey || event.metaKey)
    }
  }
  const isEmpty = options.length === 0 && isUpToDate
  const statusText = useStatusText({ text, query, isSearching, isEmpty, error })
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
          // As soon as it opens: text that is typed meanwhile is not selected.
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
      <SearchField
        text={text}
        inputRef={field}
        current={current}
        hasOptions={options.length > 0}
        onChange={(next) => {
          setText(next)
          setSelectedIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Box sx={{ height: 2 }}>
        {isFetching && <LinearProgress aria-label={translate('search.busy')} sx={{ height: 2 }} />}
      </Box>
      <Box sx={{ overflowY: 'auto', pb: 1 }}>
        <Results
          groups={groups}
          query={isSearching ? query : ''}
          current={current}
          onHover={setSelectedIndex}
          onChoose={choose}
        />
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
