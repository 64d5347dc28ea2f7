// The dates of what the calendar shows.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DateListItem } from '../../../server/catalogue/dates/list.office.ts'
import { untypedApi } from '../../shell/api/api.ts'
import { toQueryString } from '../../shell/api/query-string.ts'

/** As many as a page of the server. */
export const maxDates = 1000

export const useDatesBetween = (
  range: { from: string; to: string } | undefined,
  filter: Record<string, unknown>,
) =>
  useQuery({
    queryKey: ['dates', 'calendar', range, filter],
    queryFn: () =>
      untypedApi<DateListItem>('GET', `/dates${toQueryString({ ...range, ...filter, perPage: maxDates })}`),
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
  })
