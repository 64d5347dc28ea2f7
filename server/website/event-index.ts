// The events of a website in the order of their titles, with their addresses and words.
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { EventEntry } from '../catalogue/read-model/entries.ts'
import { compareKeys } from './cursor.ts'
import { eventLanguage, withParents } from './date-index.ts'
import { openCategories, type Shown, showsEvent } from './visibility.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

type EventFilters = { category?: number[]; language?: string[]; q?: string }

export type EventIndex = {
  /** The events that match, and that keys for these catalogues (empty: all) show, in the order of their titles. */
  find(filters: EventFilters, shown: Shown): EventEntry[]
  /** By id or slug. `isFormer`: the event has another slug now. */
  get(idOrSlug: string, shown: Shown): { event: EventEntry; isFormer: boolean } | undefined
}

function createEventIndex(catalogue: CatalogueIndex): EventIndex {
  const events = [...catalogue.events.values()].sort((one, other) =>
    compareKeys([one.title, one.id], [other.title, other.id]),
  )
  const bySlug = new Map<string, { event: EventEntry; isFormer: boolean }>()
  for (const event of events) {
    for (const slug of event.facts.formerSlugs) bySlug.set(slug, { event, isFormer: true })
    bySlug.set(event.facts.slug, { event, isFormer: false })
  }
  const positions = new Map(events.map(({ id }, position) => [id, position]))
  let words: WordIndex | undefined
  return {
    find({ category, language, q }, shown) {
      words ??= createWordIndex(
        events.map((event) => [
          event.title,
          event.facts.subtitle,
          event.facts.identifier,
          event.facts.articleNo,
          ...openCategories(catalogue, event).map((id) => catalogue.lookupTables.categories.get(id)!.name),
        ]),
      )
      const found = q === undefined ? undefined : words.find(q)
      return events.filter((event) => {
        const own = openCategories(catalogue, event)
        return (
          showsEvent(catalogue, event, shown) &&
          (!found || found.has(positions.get(event.id)!)) &&
          (!category || category.some((id) => withParents(catalogue, own).has(id))) &&
          (!language || language.includes(eventLanguage(catalogue, own) ?? ''))
        )
      })
    },
    get(idOrSlug, shown) {
      const byId = /^[1-9]\d{0,9}$/.test(idOrSlug) ? catalogue.events.get(Number(idOrSlug)) : undefined
      const found = byId ? { event: byId, isFormer: false } : bySlug.get(idOrSlug)
      return found && showsEvent(catalogue, found.event, shown) ? found : undefined
    },
  }
}

const indexes = new WeakMap<object, EventIndex>()

/** The index of events of the catalogue's present revision. */
export function eventIndexOf(catalogue: CatalogueIndex): EventIndex {
  let index = indexes.get(catalogue.revision)
  if (!index) {
    index = createEventIndex(catalogue)
    indexes.set(catalogue.revision, index)
  }
  return index
}
