// Dates in the back office: several dates planned at once.
import Type from 'typebox'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { badRequest, notFound } from '../../platform/http/errors.ts'
import { Id, IsoDate, record, ShortText } from '../../platform/http/schema.ts'
import { holidayLookup, holidayRegion } from '../../settings/holidays.ts'
import { copyDateContent, copyGroupNames } from './copy.office.ts'
import { createDates, emptyDate } from './create.office.ts'
import { type DateContent, Day, NewDate, TimeOfDay, withDefaults } from './date.schema.office.ts'
import { findDate, toDateContent } from './read.office.ts'
import { addDays, daysBetween, plannedDays } from './recurrence.office.ts'

/** One line per day, with the times of the date. */
export const dailyHours = (date: DateContent): DateContent['hours'] =>
  date.start_date === ''
    ? []
    : Array.from(
        { length: Math.min(365, daysBetween(date.start_date, date.end_date || date.start_date) + 1) },
        (_, n) => ({
          day: addDays(date.start_date, n),
          start_time: date.start_time,
          end_time: date.end_time,
          comment: '',
        }),
      )

const weekdayNumbers = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 })

/** The days that a rule gives, for a preview. */
const previewRecurrence = officeEndpoint({
  method: 'GET',
  path: '/date-rule',
  query: Type.Object({
    first: Type.Optional(IsoDate),
    kind: Type.Enum(['weeks', 'weekdays', 'days']),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    every: Type.Optional(Type.Integer({ minimum: 1, maximum: 52 })),
    weekdays: Type.Optional(weekdayNumbers),
    days: Type.Optional(Type.Array(IsoDate, { maxItems: 100 })),
    length: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    withoutWeekends: Type.Optional(Type.Boolean()),
    withoutHolidays: Type.Optional(Type.Boolean()),
  }),
  response: Type.Array(record({ start_date: Type.String(), end_date: Type.String() })),
  handle: async ({ db, query, settings }) => {
    const holidayName = holidayLookup(await holidayRegion(db, settings.timeZone))
    return plannedDays(
      {
        first: query.first ?? '',
        kind: query.kind as 'weeks' | 'weekdays' | 'days',
        count: query.count ?? 1,
        every: query.every ?? 1,
        weekdays: query.weekdays ?? [],
        days: query.days ?? [],
        length: query.length ?? 1,
        withoutWeekends: query.withoutWeekends ?? false,
        withoutHolidays: query.withoutHolidays ?? false,
      },
      (day) => holidayName(day) !== undefined,
    )
  },
})

const PlannedDate = record({
  start_date: Day,
  end_date: Day,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  identifier: Type.Optional(ShortText),
  title: Type.Optional(ShortText),
})

/** Makes all dates of a plan or none: like another date (`source_id`, and what to take along), or new ones of an event. */
const planDates = officeEndpoint({
  method: 'POST',
  path: '/dates/plan',
  right: '100100',
  body: record({
    source_id: Type.Optional(Id),
    take: Type.Optional(Type.Array(Type.Enum(copyGroupNames))),
    content: Type.Optional(NewDate),
    fill_hours: Type.Optional(Type.Boolean()),
    publish: Type.Optional(Type.Boolean()),
    dates: Type.Array(PlannedDate, { minItems: 1, maxItems: 100 }),
  }),
  response: Type.Array(record({ id: Id })),
  handle: async ({ tx, body }) => {
    const { source_id, take = [], content, dates, fill_hours = false, publish = false } = body
    const sourceDate = source_id === undefined ? undefined : await findDate(tx, source_id)
    if (source_id !== undefined && !sourceDate) throw notFound(`There is no date ${source_id}.`)
    if (!sourceDate && !content) throw badRequest([{ field: 'content', message: 'is required' }])
    const source = sourceDate && toDateContent(sourceDate)
    const plannedDates = dates.map((planned): DateContent => {
      const template = source
        ? copyDateContent(source, planned.start_date, take)
        : { ...emptyDate, ...withDefaults(content!) }
      const date = { ...template, ...planned, is_published: publish }
      const length =
        date.start_date === '' ? 0 : daysBetween(date.start_date, date.end_date || date.start_date) + 1
      return {
        ...date,
        number_of_days: template.number_of_days || length,
        ...(fill_hours ? { hours: dailyHours(date) } : {}),
      }
    })
    const ids = await createDates(tx, plannedDates, (nth, field) => `dates[${nth}].${field}`)
    return ids.map((id) => ({ id }))
  },
})

export const planEndpoints = [previewRecurrence, planDates]
