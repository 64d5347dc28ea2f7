// Event catalogue: GET /events.

import Type from 'typebox'
import type { Db } from '../../platform/database/database.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import type { FieldError } from '../../platform/http/errors.ts'
import { exampleEvent } from '../contract/event.example.ts'
import { Event, EventQuery } from '../contract/event.schema.ts'
import { type Catalogue, openCatalogue } from './read-model.ts'

const faultsOfQuery = (
  { input }: { input: EventQuery },
  sound: (...names: string[]) => boolean,
): FieldError[] => {
  if (!sound()) return []
  const { dateStart, dateEnd, nextDatesTrainers, mainDateTrainer, allDateTrainers } = input
  const details: FieldError[] = []
  if (
    sound('dateStart', 'dateEnd') &&
    dateStart !== undefined &&
    dateEnd !== undefined &&
    dateEnd < dateStart
  )
    details.push({ field: 'dateEnd', message: 'must not be before dateStart' })
  const asksForTrainers = !sound('mainDateTrainer', 'allDateTrainers') || mainDateTrainer || allDateTrainers
  if (nextDatesTrainers !== undefined && !asksForTrainers)
    details.push({ field: 'nextDatesTrainers', message: 'needs mainDateTrainer or allDateTrainers' })
  return details
}

const catalogues = new WeakMap<Db, Catalogue>()

/** The read model that GET /events of an instance is answered from. Asked only behind the barrier. */
export const catalogueOf = (db: Db): Catalogue => catalogues.get(db)!

export const getEvents = endpoint({
  method: 'GET',
  path: '/events',
  id: 'getEvents',
  tag: 'Event catalogue',
  summary: 'Events with their dates',
  description: `Parameters come as query parameters, as a JSON body, or both; lists in a query are separated by commas.
Filters combine with AND. Parts that no flag asks for are there and empty. Events and dates that are not published are never returned.
The header X-Total-Count says how many events match, whatever limit and offset.`,
  input: EventQuery,
  rules: faultsOfQuery,
  response: Type.Array(Event),
  examples: {
    query: { eventId: 7, prices: true, mainDateTrainer: true },
    body: { eventId: [7], prices: true, mainDateTrainer: true },
    response: [exampleEvent],
  },
  cached: (instance) => {
    const catalogue = openCatalogue(instance.db, instance.settings.catalogueCacheBytes)
    instance.barrier.subscribe(catalogue)
    catalogues.set(instance.db, catalogue)
    return catalogue.answer
  },
})

export const catalogueEndpoints = [getEvents]
