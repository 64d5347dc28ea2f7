// The options for a text: commands and records in groups.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bookContactsRights } from '../../server/platform/ground/rights.ts'
import { hitKinds, searchKinds } from '../../server/search/search-kinds.ts'
import { api } from '../shell/api/api.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { useDebounced } from '../shell/form/use-debounced.ts'
import type { SearchHit } from './hit.ts'
import { type Command, matchCommands, personToBook } from './match-commands.ts'
import { useOpened } from './opened.ts'
import type { Option } from './option.tsx'

const debounceMs = 120

const isSearchable = (text: string): boolean => text.length >= 2 || /^\d$/.test(text)

interface Group {
  name: string
  options: readonly Option[]
}

const toOption = (hit: SearchHit, isBooking = false): Option => ({
  key: `${hit.kind} ${hit.id}`,
  hit,
  isBooking,
})
const commandGroup = (name: string, commands: readonly Command[]): Group => ({
  name,
  options: commands.map((command) => ({ key: command.id, command })),
})

/** Groups with a record that is spelt as typed come before those with similar ones. */
const hitGroups = (hits: readonly SearchHit[]): Group[] => {
  const groups = hitKinds.map((name) => ({ name, hits: hits.filter(({ kind }) => kind === name) }))
  const rank = (group: (typeof groups)[number]) => (group.hits.some(({ isSimilar }) => !isSimilar) ? 0 : 1)
  return groups
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name, hits: found }) => ({ name, options: found.map((hit) => toOption(hit)) }))
}

export function useOptions(text: string, isOpen: boolean, commands: readonly Command[]) {
  const userId = useSession()?.user.id ?? 0
  const mayBook = useHasRight(bookContactsRights)
  const typed = text.trim()
  const person = mayBook ? personToBook(typed) : undefined
  const query = person ?? typed
  const debouncedQuery = useDebounced(query, debounceMs)
  const isSearching = isSearchable(query)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', userId, debouncedQuery],
    queryFn: () => api('GET', '/search', { query: { q: debouncedQuery } }),
    enabled: isOpen && isSearchable(debouncedQuery),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const opened = useOpened(isOpen && typed === '')
  const hits = isSearching ? (data ?? []) : []
  const { named, others } = matchCommands(commands, typed)
  const persons = hits.filter(({ kind }) => searchKinds[kind].hasBookings)
  const groups: Group[] =
    person !== undefined
      ? [{ name: 'book', options: persons.map((hit) => toOption(hit, true)) }]
      : [
          { name: 'recent', options: opened.map((hit) => toOption(hit)) },
          commandGroup('command', named),
          ...hitGroups(hits),
          commandGroup('otherCommand', others),
        ]
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    query,
    isSearching,
    isFetching: isFetching && isSearching,
    /** The records are those of the text. */
    isUpToDate: !isSearching || (debouncedQuery === query && !isPlaceholderData && data !== undefined),
    error: isSearching ? error : null,
  }
}
