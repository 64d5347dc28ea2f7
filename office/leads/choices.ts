// What leads and tasks can be given to and sorted by, and the states of leads in the user's language.
import { useQuery } from '@tanstack/react-query'
import { useLocale } from 'ra-core'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'

type ClientChoices = Answer<'GET', '/lead-choices'>
export type Named = ClientChoices['owners'][number]

const staleTime = 60_000

/** The choices of each of the user's clients. */
export function useClientChoices(): ClientChoices[] {
  const { data = [] } = useQuery({
    queryKey: ['lead-choices'],
    queryFn: () => api('GET', '/lead-choices'),
    staleTime,
  })
  return data
}

const byName = (a: Named, b: Named): number => a.name.localeCompare(b.name)

/** Each of them once, by name. */
const uniqueById = (lists: Named[][]): Named[] =>
  [...new Map(lists.flat().map((one) => [one.id, one])).values()].toSorted(byName)

/** The choices of one client; without one, those of all. */
export function useLeadChoices(clientId?: number): Omit<ClientChoices, 'id' | 'name'> {
  const clients = useClientChoices().filter(({ id }) => !clientId || id === clientId)
  const uniqueTexts = (lists: string[][]): string[] =>
    [...new Set(lists.flat())].toSorted((a, b) => a.localeCompare(b))
  return {
    owners: uniqueById(clients.map(({ owners }) => owners)),
    users: uniqueById(clients.map(({ users }) => users)),
    categories: uniqueById(clients.map(({ categories }) => categories)),
    regions: uniqueTexts(clients.map(({ regions }) => regions)),
    sectors: uniqueTexts(clients.map(({ sectors }) => sectors)),
  }
}

/** The states in the order of the board. */
export function useLeadStates(): { id: string; name: string; isOpen: boolean }[] {
  const language = useLocale()
  const { data = [] } = useQuery({
    queryKey: ['lead-states'],
    queryFn: () => api('GET', '/lead-states'),
    staleTime,
  })
  return data.map(({ id, nameDe, nameEn, isOpen }) => ({
    id,
    isOpen,
    name: language === 'de' ? nameDe : nameEn,
  }))
}

/** What a record has and nobody may choose any more stays to be seen. */
export const withCurrentValue = (choices: Named[], id?: number, name?: string): Named[] =>
  !id || choices.some((one) => one.id === id) ? choices : [...choices, { id, name: name || `${id}` }]
