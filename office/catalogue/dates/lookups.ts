// The look-ups of dates, in the user's language.
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { api } from '../../shell/api/api.ts'
import type { Answer } from '../../shell/api/endpoints.ts'

interface LookupChoice {
  id: string
  name: string
}

type LookupKind = 'status' | 'format' | 'moduleType' | 'sortBy' | 'hotelQuotaStatus'

const listByKind: Record<LookupKind, keyof Answer<'GET', '/date-options'>> = {
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
    queryFn: async () => (await api('GET', '/date-options'))[0],
    staleTime: 300_000,
  })
  return useMemo(() => {
    /** Kontor's own text; values that users have added have only a name. */
    const nameOf = (kind: LookupKind, id: string): string =>
      id === ''
        ? ''
        : translate(`dates.${kind}.${id}`, {
            _: data?.[listByKind[kind]].find((one) => one.id === id)?.name || id,
          })
    const choices = (kind: LookupKind): LookupChoice[] =>
      (data?.[listByKind[kind]] ?? []).map(({ id }) => ({ id, name: nameOf(kind, id) }))
    return { choices, nameOf }
  }, [data, translate])
}
