// The lists that a date's form chooses from, in the user's language.
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { DateOptions } from '../../server/catalogue/dates/options.office.ts'
import { untypedApi } from '../shell/api/api.ts'

export interface LookupChoice {
  id: string
  name: string
}

type LookupKind = 'status' | 'format' | 'moduleType' | 'sortBy' | 'hotelQuotaStatus'

const listByKind: Record<LookupKind, keyof DateOptions> = {
  status: 'statuses',
  format: 'formats',
  moduleType: 'moduleTypes',
  sortBy: 'seriesSorts',
  hotelQuotaStatus: 'hotelQuotaStatuses',
}

export function useLookups() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['date-options'],
    queryFn: async () => (await untypedApi<DateOptions>('GET', '/date-options'))[0],
    staleTime: 300_000,
  })
  /** What staff call it, where Kontor has no text of its own for it. */
  const nameOf = (kind: LookupKind, id: string): string =>
    id === ''
      ? ''
      : translate(`dates.${kind}.${id}`, {
          _: data?.[listByKind[kind]].find((one) => one.id === id)?.name || id,
        })
  const choices = (kind: LookupKind): LookupChoice[] =>
    (data?.[listByKind[kind]] ?? []).map(({ id }) => ({ id, name: nameOf(kind, id) }))
  return { choices, nameOf, statuses: data?.statuses ?? [] }
}
