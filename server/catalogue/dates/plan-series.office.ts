// Dates in the back office: plans a series at once, with its modules, their dates and its hotel quota.
import Type, { type Static } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import { id, text } from '../../platform/database/fields.ts'
import { insertRows, reserveIds } from '../../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, record, ShortText } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { createDates, emptyDate } from './create.office.ts'
import { completeInput, type DateContent, DateRecord, NewDateWithoutEvent } from './date.schema.office.ts'
import { dailySessionDays } from './plan.office.ts'
import { assertMayPublish } from './publish-right.ts'
import { readDate } from './read.office.ts'

/** An existing event, or the title of a new one. */
const eventFields = { eventId: Type.Optional(Id), eventTitle: Type.Optional(ShortText) }

const NewModule = record({
  ...eventFields,
  moduleType: Type.String({ maxLength: 50 }),
  /** New dates. */
  dates: Type.Array(NewDateWithoutEvent, { maxItems: 20 }),
  /** Existing dates. */
  linkedDateIds: Type.Array(Id, { maxItems: 50 }),
})

const NewSeries = record({
  ...eventFields,
  /** The date of the series; its start and end default to those of the modules. */
  date: NewDateWithoutEvent,
  modules: Type.Array(NewModule, { minItems: 1, maxItems: 30 }),
  publish: Type.Boolean(),
})
type NewSeries = Static<typeof NewSeries>
type EventReference = { eventId?: number; eventTitle?: string }

function validateSeries(body: NewSeries): FieldError[] {
  const errors: FieldError[] = []
  const requireEvent = (given: EventReference, field: string) => {
    if (given.eventId === undefined && !given.eventTitle?.trim())
      errors.push({ field: `${field}eventTitle`, ...generalErrors.required() })
  }
  requireEvent(body, '')
  for (const [nth, module] of body.modules.entries()) {
    // Existing dates have an event.
    if (module.dates.length > 0) requireEvent(module, `modules[${nth}].`)
    if (module.dates.length + module.linkedDateIds.length === 0)
      errors.push({ field: `modules[${nth}].dates`, ...generalErrors.required() })
    for (const [index, date] of module.dates.entries())
      if (!date.startDate)
        errors.push({ field: `modules[${nth}].dates[${index}].startDate`, ...generalErrors.required() })
  }
  return errors
}

/** Creates the events given by title. @returns the event of each reference; 0: none given */
async function findOrCreateEvents(tx: Tx, references: readonly EventReference[]): Promise<number[]> {
  const titles = [
    ...new Set(
      references.filter((one) => one.eventId === undefined).map((one) => one.eventTitle?.trim() ?? ''),
    ),
  ]
  const newTitles = titles.filter((title) => title !== '')
  const ids = await reserveIds(tx, 'event', newTitles.length)
  await insertRows(
    tx,
    'event',
    { id: ['id', id], title: ['title', text] },
    newTitles.map((title, index) => ({ id: ids[index], title })),
  )
  return references.map((one) => one.eventId ?? ids[newTitles.indexOf(one.eventTitle?.trim() ?? '')] ?? 0)
}

const withSessionDays = (given: DateContent): DateContent => {
  const date = { ...given, endDate: given.endDate || given.startDate }
  return {
    ...date,
    sessionDays: date.sessionDays.length > 0 ? date.sessionDays : dailySessionDays(date),
  }
}

export const planSeries = officeEndpoint({
  method: 'POST',
  path: '/series',
  right: 'catalogue:edit',
  body: NewSeries,
  response: Type.Array(DateRecord),
  handle: async ({ tx, principal, body }) => {
    for (const date of [body.date, ...body.modules.flatMap(({ dates }) => dates)])
      assertMayPublish(principal, body.publish || date.isPublished)
    const errors = validateSeries(body)
    if (errors.length > 0) throw badRequest(errors)
    const eventIds = await findOrCreateEvents(tx, [body, ...body.modules])
    const common = { isPublished: body.publish, clientId: body.date.clientId ?? 0 }
    const fieldPaths: string[] = []
    const moduleDates = body.modules.flatMap((module, nth) =>
      module.dates.map((date, index) => {
        fieldPaths.push(`modules[${nth}].dates[${index}]`)
        return withSessionDays({
          ...emptyDate,
          ...common,
          ...completeInput(date),
          eventId: eventIds[nth + 1]!,
        })
      }),
    )
    const ids = await createDates(tx, moduleDates, (nth, field) => `${fieldPaths[nth]}.${field}`)
    const linked = await tx
      .selectFrom('event_date')
      .select(['id', 'event_id', 'start_date', 'end_date', 'number_of_days'])
      .where('id', 'in', [...ids, ...body.modules.flatMap((module) => module.linkedDateIds), 0])
      .execute()
    const datesById = new Map(linked.map((date) => [date.id, date]))
    const types = await tx.selectFrom('module_type').select(['module_type', 'is_mandatory']).execute()
    const isMandatoryType = new Map(types.map((type) => [type.module_type, type.is_mandatory]))

    let nextDate = 0
    const modules = body.modules.map((module, nth): DateContent['modules'][number] => {
      const dates = [...ids.slice(nextDate, nextDate + module.dates.length), ...module.linkedDateIds]
      nextDate += module.dates.length
      const isMandatory = isMandatoryType.get(module.moduleType) ?? false
      return {
        moduleEventId: eventIds[nth + 1] || datesById.get(dates[0]!)?.event_id || 0,
        moduleType: module.moduleType,
        sortBy: 'date',
        isMandatory,
        isBookable: true,
        dates: dates.map((linkedDateId, index) => ({
          linkedDateId,
          isPreselected: index === 0,
          isBookable: true,
          isMandatory: isMandatory && dates.length === 1,
        })),
      }
    })
    const days = linked
      .flatMap((date) => [date.start_date, date.end_date ?? date.start_date])
      .filter((day) => day !== null)
    const moduleDays = modules.map(
      (module) => datesById.get(module.dates[0]!.linkedDateId)?.number_of_days ?? 0,
    )
    const series: DateContent = {
      ...emptyDate,
      startDate: days.toSorted()[0] ?? '',
      endDate: days.toSorted().at(-1) ?? '',
      numberOfDays: moduleDays.reduce((sum, one) => sum + one, 0),
      ...completeInput(body.date),
      ...common,
      eventId: eventIds[0]!,
      modules,
    }
    const [id] = await createDates(tx, [series], (_, field) =>
      field.startsWith('modules[') ? linkField(field, body) : `date.${field}`,
    )
    return [await readDate(tx, id!)]
  },
})

/** The path in the request of a linked date of a module. */
const linkField = (field: string, body: NewSeries): string => {
  const found = /^modules\[(\d+)\]\.dates\[(\d+)\]/.exec(field)
  if (!found) return field
  const [, nth, index] = found
  return `modules[${nth}].linkedDateIds[${Number(index) - body.modules[Number(nth)]!.dates.length}]`
}
