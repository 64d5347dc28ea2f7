// The topics of changes (migrations/0001-change-tracking.sql), and the caches that each concerns.
export type Cache = 'principals' | 'websiteKeys' | 'settings' | 'pages' | 'readModel' | 'catalogueChanges'

const ofCatalogue: Cache[] = ['readModel', 'catalogueChanges']

const record = {
  /** Users, rights, tokens and sessions. */
  access: ['principals'],
  /** Keys of websites and clients. */
  key: ['websiteKeys', 'pages'],
  settings: ['settings', 'readModel'],
  /** The settings of the pages, and letterheads. */
  pages: ['pages', 'websiteKeys', ...ofCatalogue],
  seats: ofCatalogue,
  date: ofCatalogue,
  event: ofCatalogue,
  module: ofCatalogue,
  location: ofCatalogue,
  trainer: ofCatalogue,
  file: ofCatalogue,
  lookups: ofCatalogue,
  /** Anything may have changed. */
  all: [...ofCatalogue, 'websiteKeys', 'pages'],
} satisfies Record<string, Cache[]>
export type ChangeTopic = keyof typeof record

const cachesByTopic: ReadonlyMap<string, readonly Cache[]> = new Map(Object.entries(record))
export const changeTopics = Object.keys(record) as ChangeTopic[]

/** Whether one of the changes concerns a cache. A topic of a later version concerns the catalogue. */
export const concerns = (changes: readonly { topic: string }[], cache: Cache): boolean =>
  changes.some(({ topic }) => (cachesByTopic.get(topic) ?? ofCatalogue).includes(cache))
