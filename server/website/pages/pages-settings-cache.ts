// The settings of the pages for visitors, in memory.
import type { BarrierSubscriber } from '../../platform/database/barrier.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Instance } from '../../platform/runtime/instance.ts'
import { loadPagesSettings, type PagesSettings } from './pages-settings.sql.ts'

export type PagesSettingsCache = BarrierSubscriber & {
  /** Use it behind the barrier. @returns undefined if the pages are off */
  get(): Promise<PagesSettings | undefined>
}

/** `key`: keys and clients; `pages`: the settings and letterheads. */
const topics: readonly string[] = ['key', 'pages', 'all']

export function createPagesSettingsCache(db: Db): PagesSettingsCache {
  let cached: Promise<PagesSettings | undefined> | undefined
  const clear = () => {
    cached = undefined
  }
  return {
    applyChanges(changes) {
      if (changes.some(({ topic }) => topics.includes(topic))) clear()
    },
    reset: clear,
    get() {
      if (cached) return cached
      // Not awaited: a change while it runs drops it, and the next request reads again.
      const loading = loadPagesSettings(db)
      cached = loading
      loading.catch(() => {
        if (cached === loading) clear()
      })
      return loading
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
