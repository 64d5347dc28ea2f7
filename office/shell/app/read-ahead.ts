// What a page needs is read as soon as a link to it is followed, while the router and the page are still being rendered.
import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { matchPath, type Params } from 'react-router-dom'

/** The queries of a page, by the parameters of its path and its query. */
// biome-ignore lint/suspicious/noExplicitAny: pages read all kinds of records.
export type PageQueries = (
  params: Params,
  query: URLSearchParams,
) => readonly FetchQueryOptions<any, Error, any, any>[]

/** The code of pages, by their path: it is loaded ahead, too. */
export type ReadAhead = Readonly<Record<string, () => Promise<PageQueries>>>

/** Reads ahead of navigations. A browser without the Navigation API reads when the page is rendered. */
export function readAheadOf(pages: ReadAhead, queryClient: QueryClient): void {
  const loaded = new Map<string, PageQueries>()
  const read = (queries: PageQueries, params: Params, query: URLSearchParams): void => {
    for (const one of queries(params, query)) queryClient.prefetchQuery(one)
  }
  globalThis.navigation?.addEventListener('navigate', ({ destination }) => {
    const { pathname, searchParams } = new URL(new URL(destination.url).hash.slice(1), destination.url)
    for (const [path, load] of Object.entries(pages)) {
      const match = matchPath(path, pathname)
      if (!match) continue
      const queries = loaded.get(path)
      // At once: a promise would wait until the router has rendered.
      if (queries) read(queries, match.params, searchParams)
      else
        load().then((now) => {
          loaded.set(path, now)
          read(now, match.params, searchParams)
        })
    }
  })
}
