// Categories and types of addresses, for forms and filters.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ContactOptions } from '../../server/contacts/contact.options.office.ts'
import { untypedApi } from '../shell/api/api.ts'

type Options = Static<typeof ContactOptions>
const noOptions: Options = { categories: [], addressTypes: [] }

export function useContactOptions(): Options {
  const { data } = useQuery({
    queryKey: ['contact-options'],
    queryFn: async () => (await untypedApi<Options>('GET', '/contact-options'))[0] ?? noOptions,
    staleTime: 60_000,
  })
  return data ?? noOptions
}
