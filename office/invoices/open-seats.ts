// The seats of a date that are in no invoice confirmation yet.
import { useQuery } from '@tanstack/react-query'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'

export type OpenSeats = Answer<'GET', '/dates/{dateId}/open-seats'>

/** Of the query. */
export const openSeatsKey = (dateId: number) => ['open-seats', dateId]

export function useOpenSeats(dateId: number, enabled: boolean): readonly OpenSeats[] {
  const { data = [] } = useQuery({
    queryKey: openSeatsKey(dateId),
    queryFn: () => api('GET', '/dates/{dateId}/open-seats', { params: { dateId } }),
    enabled,
  })
  return data
}
