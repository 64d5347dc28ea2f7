// Values to choose from for leads and tasks, and the lead statuses in the user's language.
import { useQuery } from '@tanstack/react-query'
import { useLocale } from 'ra-core'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'

type ClientOptions = Answer<'GET', '/lead-options'>
export type Named = ClientOptions['owners'][number]

const staleTime = 60_000

const byName = (a: Named, b: Named): number => a.name.localeCompare(b.name)

const uniqueById = (lists: Named[][]): Named[] =>
  [...new Map(lists.flat().map((one) => [one.id, one])).values()].toSorted(byName)

/** The options of one client; without a client, of all clients of the user. */
export function useLeadOptions(clientId?: number): Omit<ClientOptions, 'id' | 'name'> {
  const { data = [] } = useQuery({
    queryKey: ['lead-options'],
    queryFn: () => api('GET', '/lead-options'),
    staleTime,
  })
  const clients = data.filter(({ id }) => !clientId || id === clientId)
  const uniqueTexts = (lists: string[][]): string[] =>
    [...new Set(lists.flat())].toSorted((a, b) => a.localeCompare(b))
  return {
    owners: uniqueById(clients.map(({ owners }) => owners)),
    assignees: uniqueById(clients.map(({ assignees }) => assignees)),
    categories: uniqueById(clients.map(({ categories }) => categories)),
    regions: uniqueTexts(clients.map(({ regions }) => regions)),
    sectors: uniqueTexts(clients.map(({ sectors }) => sectors)),
  }
}

/** The statuses in the order of the board. */
export function useLeadStatuses(): { id: string; name: string; isOpen: boolean }[] {
  const language = useLocale()
  const { data = [] } = useQuery({
    queryKey: ['lead-statuses'],
    queryFn: () => api('GET', '/lead-statuses'),
    staleTime,
  })
  return data.map(({ id, nameDe, nameEn, isOpen }) => ({
    id,
    isOpen,
    name: language === 'de' ? nameDe : nameEn,
  }))
}

/** Adds the record's current value if it is not among the choices. */
export const withCurrentValue = (choices: Named[], id?: number, name?: string): Named[] =>
  !id || choices.some((one) => one.id === id) ? choices : [...choices, { id, name: name || `${id}` }]
