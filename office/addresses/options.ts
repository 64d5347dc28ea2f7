// Categories and types of addresses, for forms and filters.
import { useQuery } from '@tanstack/react-query'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'

type Options = Answer<'GET', '/contact-options'>
const noOptions: Options = { categories: [], addressTypes: [] }

export function useContactOptions(): Options {
  const { data } = useQuery({
    queryKey: ['contact-options'],
    queryFn: async () => (await api('GET', '/contact-options'))[0] ?? noOptions,
    staleTime: 60_000,
  })
  return data ?? noOptions
}
