// The data of a page is read as soon as a link to it is followed, while the router and the page are still being rendered.
import type { QueryClient } from '@tanstack/react-query'
import { matchPath, type Params } from 'react-router-dom'

/** Starts the queries of a page, by the parameters of its path and its query. */
export type ReadPage = (client: QueryClient, params: Params, query: URLSearchParams) => void

/** By the path of the page. Its code is loaded ahead, too. */
export type ReadAhead = Readonly<Record<string, () => Promise<ReadPage>>>

/** Reads ahead of navigations. A browser without the Navigation API reads when the page is rendered. */
export function readAheadOf(pages: ReadAhead, client: QueryClient): void {
  const loaded = new Map<string, ReadPage>()
  globalThis.navigation?.addEventListener('navigate', ({ destination }) => {
    const [, hash = ''] = destination.url.split('#', 2)
    const [pathname = '', search] = hash.split('?', 2)
    const query = new URLSearchParams(search)
    for (const [path, load] of Object.entries(pages)) {
      const match = matchPath(path, pathname)
      if (!match) continue
      const readPage = loaded.get(path)
      // At once: a promise would wait until the router has rendered.
      if (readPage) readPage(client, match.params, query)
      else
        load().then((first) => {
          loaded.set(path, first)
          first(client, match.params, query)
        })
    }
  })
}
