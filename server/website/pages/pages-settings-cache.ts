// The settings of the pages for visitors, in memory.
import type { BarrierSubscriber } from '../../platform/database/barrier.ts'
import { concerns } from '../../platform/database/change-topics.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { type ClientFrame, loadClientFrame } from './client-frame.sql.ts'
import { loadPagesSettings, type PagesSettings } from './pages-settings.sql.ts'

/** Use it behind the barrier. */
export type PagesSettingsCache = BarrierSubscriber & {
  /** @returns undefined if the pages are off */
  get(): Promise<PagesSettings | undefined>
  /** @param clientId undefined: the client of the pages */
  frame(clientId: number | undefined): Promise<ClientFrame>
}

type CachedValue<T> = { get(): Promise<T>; clear(): void }

/** A value that is loaded once until it is cleared. */
function cacheValue<T>(load: () => Promise<T>): CachedValue<T> {
  let cached: Promise<T> | undefined
  const clear = () => {
    cached = undefined
  }
  return {
    clear,
    get() {
      if (cached) return cached
      // Not awaited: a change while it runs drops it, and the next request reads again.
      const loading = load()
      cached = loading
      loading.catch(() => {
        if (cached === loading) clear()
      })
      return loading
    },
  }
}

export function createPagesSettingsCache(db: Db): PagesSettingsCache {
  const settings = cacheValue(() => loadPagesSettings(db))
  const frames = new Map<number | undefined, CachedValue<ClientFrame>>()
  const clear = () => {
    settings.clear()
    frames.clear()
  }
  return {
    applyChanges(changes) {
      if (concerns(changes, 'pages')) clear()
    },
    reset: clear,
    get: settings.get,
    frame(clientId) {
      const cached = frames.get(clientId) ?? cacheValue(() => loadClientFrame(db, clientId))
      frames.set(clientId, cached)
      return cached.get()
    },
  }
}

const caches = new WeakMap<Db, PagesSettingsCache>()

/** The settings of the pages of an instance. */
export function pagesSettingsOf({ db, barrier }: Pick<Instance, 'db' | 'barrier'>): PagesSettingsCache {
  let cache = caches.get(db)
  if (!cache) {
    cache = createPagesSettingsCache(db)
    barrier.subscribe(cache)
    caches.set(db, cache)
  }
  return cache
}
