// The dates that the calendar shows.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../shell/api/api.ts'
import type { Input } from '../../shell/api/endpoints.ts'

export type DateFilter = Omit<NonNullable<Input<'GET', '/dates'>['query']>, 'from' | 'to' | 'perPage'>

/** The largest page of the server. */
export const maxDates = 1000

export const useDatesBetween = (range: { from: string; to: string } | undefined, filter: DateFilter) =>
  useQuery({
    queryKey: ['dates', 'calendar', range, filter],
    queryFn: () => api('GET', '/dates', { query: { ...range, ...filter, perPage: maxDates } }),
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
  })
