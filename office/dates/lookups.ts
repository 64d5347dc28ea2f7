// The lists that a date's form chooses from, in the user's language.
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { DateLookups } from '../../server/catalogue/dates/lookups.office.ts'
import { untypedApi } from '../shell/api/api.ts'

export interface LookupChoice {
  id: string
  name: string
}

type LookupKind = 'status' | 'format' | 'moduleType' | 'sortBy' | 'quotaStatus'

const listByKind: Record<LookupKind, keyof DateLookups> = {
  status: 'statuses',
  format: 'formats',
  moduleType: 'moduleTypes',
  sortBy: 'seriesSorts',
  quotaStatus: 'quotaStatuses',
}

export function useLookups() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['date-lookups'],
    queryFn: async () => (await untypedApi<DateLookups>('GET', '/date-lookups'))[0],
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
