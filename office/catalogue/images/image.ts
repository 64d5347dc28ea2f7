// The image of an event, a trainer or a location.
import { useQuery } from '@tanstack/react-query'
import { api, apiHref } from '../../shell/api/api.ts'
import type { Answer } from '../../shell/api/endpoints.ts'

export interface ImageOwner {
  owner: 'event' | 'trainer' | 'location'
  ownerId: number
}

export type OfficeImage = Answer<'GET', '/images/{owner}/{ownerId}'>

const resizingPollMs = 2000

export const imageKey = ({ owner, ownerId }: ImageOwner) => ['image', owner, ownerId]

/** undefined: not known yet; null: there is none. */
export function useImage(of: ImageOwner): OfficeImage | null | undefined {
  const { data } = useQuery({
    queryKey: imageKey(of),
    queryFn: async () => (await api('GET', '/images/{owner}/{ownerId}', { params: of }))[0] ?? null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !state.data.isResized ? resizingPollMs : false),
  })
  return data
}

/** The address of the uploaded file. */
export const imageHref = (of: ImageOwner, { version }: OfficeImage): string =>
  apiHref('/images/{owner}/{ownerId}/content', { params: of, query: { version } })
