// The start page of the back office: GET /office/api/start, one record.
import Type from 'typebox'
import { may } from '../platform/access.ts'
import { type Endpoint, officeEndpoint } from '../platform/endpoint.ts'
import { Count, record } from '../platform/schema.ts'
import {
  bookingsByWeek,
  datesBetween,
  newLeads,
  openTasks,
  StartDate,
  StartLead,
  StartTask,
  signUpsByWeek,
  statusesOf,
  totalsOf,
  Week,
} from './start.sql.ts'

const soonDays = 28
const newDays = 14
const weekCount = 26
const day = 86_400_000
/** How many of each are listed; the counts are of all. */
const limits = { dates: 8, risk: 6, leads: 6, tasks: 6 }

const Start = record({
  /** What is meant by soon: days `YYYY-MM-DD`. */
  from: Type.String(),
  to: Type.String(),
  /** What `dates` and `risk` are filtered by beside the days. */
  takingStatuses: Type.Array(Type.String()),
  openStatuses: Type.Array(Type.String()),
  dates: Type.Array(StartDate),
  dateCount: Count,
  risk: Type.Array(StartDate),
  riskCount: Count,
  leads: Type.Array(StartLead),
  leadCount: Count,
  tasks: Type.Array(StartTask),
  taskCount: Count,
  overdueCount: Count,
  unassignedCount: Count,
  /** The last 26 weeks, the current one last. `signUps` is 0 for who may not see contacts. */
  weeks: Type.Array(Week),
  hasEvents: Type.Boolean(),
  hasDates: Type.Boolean(),
})

const start = officeEndpoint({
  method: 'GET',
  path: '/start',
  response: Type.Array(Start),
  handle: async ({ db, principal, settings, today, now }) => {
    const { clientIds, userId } = principal
    const seesContacts = may(principal, '090300:access')
    const from = today
    const date = Temporal.PlainDate.from(today)
    const to = date.add({ days: soonDays }).toString()
    const monday = date.subtract({ days: date.dayOfWeek - 1 })
    const first = monday.subtract({ weeks: weekCount - 1 }).toString()
    const since = new Date(now.getTime() - newDays * day)
    const [dates, risk, leads, tasks, totals, bookings, signUps, statuses] = await Promise.all([
      datesBetween(db, { from, to, below: false, limit: limits.dates }),
      datesBetween(db, { from, to, below: true, limit: limits.risk }),
      newLeads(db, clientIds, since, seesContacts, limits.leads),
      openTasks(db, clientIds, userId, today, limits.tasks),
      totalsOf(db, clientIds, userId, today),
      bookingsByWeek(db, first, settings.timeZone),
      seesContacts ? signUpsByWeek(db, clientIds, first, settings.timeZone) : [],
      statusesOf(db),
    ])
    const counts = (rows: readonly { week: string; count: number }[]) =>
      new Map(rows.map(({ week, count }) => [week, count]))
    const [booked, signedUp] = [counts(bookings), counts(signUps)]
    const weeks = Array.from({ length: weekCount }, (_, index) => {
      const week = monday.subtract({ weeks: weekCount - 1 - index }).toString()
      return { from: week, bookings: booked.get(week) ?? 0, signUps: signedUp.get(week) ?? 0 }
    })
    return [
      {
        from,
        to,
        takingStatuses: statuses.taking,
        openStatuses: statuses.open,
        dates: dates.rows,
        dateCount: dates.count,
        risk: risk.rows,
        riskCount: risk.count,
        leads: leads.rows,
        leadCount: leads.count,
        tasks: tasks.rows,
        taskCount: tasks.count,
        overdueCount: totals.overdue,
        unassignedCount: totals.unassigned,
        weeks,
        hasEvents: totals.hasEvents,
        hasDates: totals.hasDates,
      },
    ]
  },
})

export const startOffice: readonly Endpoint[] = [start]
