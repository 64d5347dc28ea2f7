// Dates in the back office: a training series planned at once, with its modules, their dates and its hotel quota.
import Type, { type Static } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { badRequest, type FieldError } from '../../platform/http/errors.ts'
import { Id, record, ShortText } from '../../platform/http/schema.ts'
import { isDate } from '../../platform/http/validation.ts'
import { createDates, emptyDate } from './create.office.ts'
import { type DateContent, DateRecord, NewDateWithoutEvent, withDefaults } from './date.schema.office.ts'
import { dailyHours } from './plan.office.ts'
import { readDate } from './read.office.ts'
import { daysBetween } from './recurrence.office.ts'
import { insertRows, nextIds } from './row-statements.office.ts'

/** An event that is there, or the title of one to be made. */
const eventFields = { event_id: Type.Optional(Id), event_title: Type.Optional(ShortText) }

const NewModule = record({
  ...eventFields,
  module_type: Type.String({ maxLength: 50 }),
  /** Dates to be made. */
  dates: Type.Array(NewDateWithoutEvent, { maxItems: 20 }),
  /** Dates that are there. */
  linked_date_ids: Type.Array(Id, { maxItems: 50 }),
})

const NewSeries = record({
  ...eventFields,
  /** The series as a date; its start and end follow from the modules where they are left out. */
  date: NewDateWithoutEvent,
  modules: Type.Array(NewModule, { minItems: 1, maxItems: 30 }),
  publish: Type.Boolean(),
})
type NewSeries = Static<typeof NewSeries>
type EventReference = { event_id?: number; event_title?: string }

function validateSeries(body: NewSeries): FieldError[] {
  const errors: FieldError[] = []
  const requireEvent = (given: EventReference, field: string) => {
    if (given.event_id === undefined && !given.event_title?.trim())
      errors.push({ field: `${field}event_title`, message: 'is required' })
  }
  requireEvent(body, '')
  for (const [nth, module] of body.modules.entries()) {
    // A date that is there has its event already.
    if (module.dates.length > 0) requireEvent(module, `modules[${nth}].`)
    if (module.dates.length + module.linked_date_ids.length === 0)
      errors.push({ field: `modules[${nth}].dates`, message: 'is required' })
    for (const [index, date] of module.dates.entries())
      if (!isDate(date.start_date ?? ''))
        errors.push({
          field: `modules[${nth}].dates[${index}].start_date`,
          message: 'must be a date, YYYY-MM-DD',
        })
  }
  return errors
}

/** Makes the events that have a title only. Gives the event of each, 0: none was said. */
async function findOrCreateEvents(tx: Tx, references: readonly EventReference[]): Promise<number[]> {
  const titles = [
    ...new Set(
      references.filter((one) => one.event_id === undefined).map((one) => one.event_title?.trim() ?? ''),
    ),
  ]
  const newTitles = titles.filter((title) => title !== '')
  const ids = await nextIds(tx, 'event', newTitles.length)
  await insertRows(
    tx,
    'event',
    newTitles.map((title, index) => ({ id: ids[index], title })),
  )
  return references.map((one) => one.event_id ?? ids[newTitles.indexOf(one.event_title?.trim() ?? '')] ?? 0)
}

const withHours = (date: DateContent): DateContent => {
  const end_date = date.end_date || date.start_date
  const days =
    date.start_date === '' || end_date < date.start_date || !isDate(end_date)
      ? 0
      : daysBetween(date.start_date, end_date) + 1
  return {
    ...date,
    end_date,
    number_of_days: date.number_of_days || days,
    hours: date.hours.length > 0 || days === 0 ? date.hours : dailyHours({ ...date, end_date }),
  }
}

export const planSeries = officeEndpoint({
  method: 'POST',
  path: '/dates/series',
  right: '100100',
  body: NewSeries,
  response: Type.Array(DateRecord),
  handle: async ({ tx, body }) => {
    const errors = validateSeries(body)
    if (errors.length > 0) throw badRequest(errors)
    const eventIds = await findOrCreateEvents(tx, [body, ...body.modules])
    const common = { is_published: body.publish, client_id: body.date.client_id ?? 0 }
    const fieldPaths: string[] = []
    const moduleDates = body.modules.flatMap((module, nth) =>
      module.dates.map((date, index) => {
        fieldPaths.push(`modules[${nth}].dates[${index}]`)
        return withHours({ ...emptyDate, ...common, ...withDefaults(date), event_id: eventIds[nth + 1]! })
      }),
    )
    const ids = await createDates(tx, moduleDates, (nth, field) => `${fieldPaths[nth]}.${field}`)
    const linked = await tx
      .selectFrom('event_date')
      .select(['id', 'event_id', 'start_date', 'end_date', 'number_of_days'])
      .where('id', 'in', [...ids, ...body.modules.flatMap((module) => module.linked_date_ids), 0])
      .execute()
    const datesById = new Map(linked.map((date) => [date.id, date]))
    const types = await tx.selectFrom('module_type').select(['module_type', 'is_mandatory']).execute()
    const isMandatoryType = new Map(types.map((type) => [type.module_type, type.is_mandatory]))

    let nextDate = 0
    const modules = body.modules.map((module, nth): DateContent['modules'][number] => {
      const dates = [...ids.slice(nextDate, nextDate + module.dates.length), ...module.linked_date_ids]
      nextDate += module.dates.length
      const is_mandatory = isMandatoryType.get(module.module_type) ?? false
      return {
        module_event_id: eventIds[nth + 1] || datesById.get(dates[0]!)?.event_id || 0,
        module_type: module.module_type,
        sort_by: 'date',
        is_mandatory,
        is_bookable: true,
        dates: dates.map((linked_date_id, index) => ({
          linked_date_id,
          is_preselected: index === 0,
          is_bookable: true,
          is_mandatory: is_mandatory && dates.length === 1,
        })),
      }
    })
    const days = linked
      .flatMap((date) => [date.start_date, date.end_date ?? date.start_date])
      .filter((day) => day !== null)
    const moduleDays = modules.map(
      (module) => datesById.get(module.dates[0]!.linked_date_id)?.number_of_days ?? 0,
    )
    const series: DateContent = {
      ...emptyDate,
      start_date: days.toSorted()[0] ?? '',
      end_date: days.toSorted().at(-1) ?? '',
      number_of_days: moduleDays.reduce((sum, one) => sum + one, 0),
      ...withDefaults(body.date),
      ...common,
      event_id: eventIds[0]!,
      modules,
    }
    const [id] = await createDates(tx, [series], (_, field) =>
      field.startsWith('modules[') ? linkField(field, body) : `date.${field}`,
    )
    return [await readDate(tx, id!)]
  },
})

/** The field of the request that a fault of a module's link came from. */
const linkField = (field: string, body: NewSeries): string => {
  const found = /^modules\[(\d+)\]\.dates\[(\d+)\]/.exec(field)
  if (!found) return field
  const [, nth, index] = found
  return `modules[${nth}].linked_date_ids[${Number(index) - body.modules[Number(nth)]!.dates.length}]`
}
