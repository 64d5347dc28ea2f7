// Dates in the back office: plans several dates at once.

import Type from 'typebox'
import { day, time } from '../../platform/database/fields.ts'
import { endsNextDay } from '../../platform/ground/days.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, IsoDate, record, ShortText } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { closedDays, doubtLookup, doubts, holidayLookup, holidayRegion } from '../../settings/holidays.ts'
import { copyDateContent, copyGroupNames } from './copy.office.ts'
import { createDates, emptyDate } from './create.office.ts'
import { completeInput, type DateContent, NewDate } from './date.schema.office.ts'
import { assertMayPublish } from './publish-right.ts'
import { findDate, toDateContent } from './read.office.ts'
import { addDays, dayCount, plannedDays } from './recurrence.office.ts'
import { type RecurrenceKind, recurrenceKindNames } from './recurrence-kinds.ts'

/** Of a course over night, the last day has the end of the night before. */
const sessionCount = (date: DateContent): number =>
  dayCount(date) - (dayCount(date) > 1 && endsNextDay(date) ? 1 : 0)

/** A session day for each day, with the times of the date. */
export const dailySessionDays = (date: DateContent): DateContent['sessionDays'] =>
  Array.from({ length: Math.min(365, sessionCount(date)) }, (_, n) => ({
    day: addDays(date.startDate, n),
    startTime: date.startTime,
    endTime: date.endTime,
    comment: '',
  }))

const weekdayNumbers = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 })

/** The days of a recurrence rule, those that it omits included. */
const previewRecurrence = officeEndpoint({
  method: 'GET',
  path: '/date-plans/preview',
  query: Type.Object({
    startDate: Type.Optional(IsoDate),
    kind: Type.Unsafe<RecurrenceKind>(Type.Enum(recurrenceKindNames)),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    intervalWeeks: Type.Optional(Type.Integer({ minimum: 1, maximum: 52 })),
    weekdays: Type.Optional(weekdayNumbers),
    dates: Type.Optional(Type.Array(IsoDate, { maxItems: 100 })),
    durationDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    skipWeekends: Type.Optional(Type.Boolean()),
    skipHolidays: Type.Optional(Type.Boolean()),
  }),
  response: Type.Array(
    record({
      startDate: Type.String(),
      endDate: Type.String(),
      omitted: Type.Optional(Type.Enum(['weekend', 'holiday', ...doubts])),
    }),
  ),
  handle: async ({ db, query, settings }) => {
    const region = await holidayRegion(db, settings.timeZone)
    const holidayName = holidayLookup(region)
    return plannedDays(
      {
        startDate: '',
        count: 1,
        intervalWeeks: 1,
        weekdays: [],
        dates: [],
        durationDays: 1,
        skipWeekends: false,
        skipHolidays: false,
        ...query,
      },
      (day) => holidayName(day) !== undefined,
      doubtLookup(region, await closedDays(db)),
    )
  },
})

const PlannedDate = record({
  startDate: day.input,
  endDate: day.input,
  startTime: time.input,
  endTime: time.input,
  identifier: Type.Optional(ShortText),
  title: Type.Optional(ShortText),
})

/** Creates all dates of a plan or none: copies of a date (`sourceDateId`, `include`), or new dates (`content`). */
const planDates = officeEndpoint({
  method: 'POST',
  path: '/date-plans',
  right: 'catalogue:edit',
  body: record({
    sourceDateId: Type.Optional(Id),
    include: Type.Optional(Type.Array(Type.Enum(copyGroupNames))),
    content: Type.Optional(NewDate),
    fillSessionDays: Type.Optional(Type.Boolean()),
    publish: Type.Optional(Type.Boolean()),
    dates: Type.Array(PlannedDate, { minItems: 1, maxItems: 100 }),
  }),
  response: Type.Array(record({ id: Id })),
  handle: async ({ tx, principal, body }) => {
    const { sourceDateId, include = [], content, dates, fillSessionDays = false, publish = false } = body
    assertMayPublish(principal, publish)
    const sourceDate = sourceDateId === undefined ? undefined : await findDate(tx, sourceDateId)
    if (sourceDateId !== undefined && !sourceDate)
      throw badRequest([{ field: 'sourceDateId', ...generalErrors.unknownReference() }])
    if (!sourceDate && !content) throw badRequest([{ field: 'content', ...generalErrors.required() }])
    const source = sourceDate && toDateContent(sourceDate)
    const plannedDates = dates.map((planned): DateContent => {
      const template = source
        ? copyDateContent(source, planned.startDate, include)
        : { ...emptyDate, ...completeInput(content!) }
      const date = { ...template, ...planned, numberOfDays: 0, isPublished: publish }
      return fillSessionDays ? { ...date, sessionDays: dailySessionDays(date) } : date
    })
    const ids = await createDates(tx, plannedDates, (nth, field) => `dates[${nth}].${field}`)
    return ids.map((id) => ({ id }))
  },
})

export const planEndpoints = [previewRecurrence, planDates]
