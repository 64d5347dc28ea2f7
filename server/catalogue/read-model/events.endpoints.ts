// GET /events.
import Type from 'typebox'
import { wholeOf } from '../../platform/database/client-scope.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FieldError } from '../../platform/ground/errors.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { exampleEvent } from '../contract/event.example.ts'
import { Event, EventQuery } from '../contract/event.schema.ts'
import { eventQueryErrors } from './query.errors.ts'
import { openReadModel, type ReadModel } from './read-model.ts'

const validateEventQuery = (
  { input }: { input: EventQuery },
  isValid: (...names: string[]) => boolean,
): FieldError[] => {
  if (!isValid()) return []
  const { dateStart, dateEnd, nextDatesTrainers, mainDateTrainer, allDateTrainers } = input
  const errors: FieldError[] = []
  if (
    isValid('dateStart', 'dateEnd') &&
    dateStart !== undefined &&
    dateEnd !== undefined &&
    dateEnd < dateStart
  )
    errors.push({ field: 'dateEnd', ...eventQueryErrors.endBeforeStart() })
  const includesTrainers =
    !isValid('mainDateTrainer', 'allDateTrainers') || mainDateTrainer || allDateTrainers
  if (nextDatesTrainers !== undefined && !includesTrainers)
    errors.push({ field: 'nextDatesTrainers', ...eventQueryErrors.trainersNotRequested() })
  return errors
}

const readModels = new WeakMap<Db, ReadModel>()

/** The read model of an instance. Use it only behind the barrier. */
export const readModelOf = (db: Db): ReadModel => readModels.get(wholeOf(db))!

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
  rules: validateEventQuery,
  response: Type.Array(Event),
  examples: {
    query: { eventId: 7, prices: true, mainDateTrainer: true },
    body: { eventId: [7], prices: true, mainDateTrainer: true },
    response: [exampleEvent],
  },
  cached: (instance) => {
    const readModel = openReadModel(instance.db, instance.settings.catalogueCacheBytes)
    instance.barrier.subscribe(readModel)
    readModels.set(instance.db, readModel)
    return readModel.respond
  },
})

export const catalogueEndpoints = [getEvents]
