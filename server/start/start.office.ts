// The start page of the back office: GET /office/api/start, one record.
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import { countHeldMails } from '../mail/visitor-budget.ts'
import { hasRight } from '../platform/auth/principal.ts'
import { startOfDay } from '../platform/ground/days.ts'
import { Count, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { loadReadiness, missingLegalItems, Readiness } from '../website/pages/readiness.ts'
import {
  countBookingsByWeek,
  countOpenWithdrawals,
  countSignUpsByWeek,
  Funnel,
  findBounces,
  findDatesBetween,
  findNewLeads,
  findNewOrders,
  findOpenTasks,
  loadDateStatuses,
  loadFunnel,
  loadTotals,
  StartBounce,
  StartDate,
  StartLead,
  StartOrder,
  StartTask,
  Week,
} from './start.sql.ts'

const upcomingDays = 28
/** Including today. */
const newDays = 14
/** Including today. */
const funnelDays = 30
const weekCount = 26
/** How many records are listed; the counts are of all. */
const limits = { dates: 8, belowMinimum: 6, leads: 6, orders: 6, tasks: 6, bounces: 6 }

const Start = record({
  /** The period of `dates`. */
  from: Type.String(),
  to: Type.String(),
  /** The first day of `leads` and `orders`. */
  newFrom: Type.String(),
  /** The last day whose tasks are overdue. */
  overdueBy: Type.String(),
  /** The statuses of `dates` and `datesBelowMinimum`. */
  goingAheadStatuses: Type.Array(Type.String()),
  bookableStatuses: Type.Array(Type.String()),
  /** The statuses of the bookings counted by week. */
  bookedStatuses: Type.Array(Type.String()),
  dates: Type.Array(StartDate),
  dateCount: Count,
  datesBelowMinimum: Type.Array(StartDate),
  belowMinimumCount: Count,
  leads: Type.Array(StartLead),
  leadCount: Count,
  /** Of visitors; empty without the right to bookings. */
  orders: Type.Array(StartOrder),
  orderCount: Count,
  /** Of the last 30 days. */
  funnel: Funnel,
  tasks: Type.Array(StartTask),
  taskCount: Count,
  overdueCount: Count,
  unassignedCount: Count,
  /** Empty without the right to contacts. */
  bounces: Type.Array(StartBounce),
  bounceCount: Count,
  /** 0 without the right to bookings. */
  openWithdrawalCount: Count,
  /** Mails of visitors beyond their budget; 0 except for administrators. */
  heldMailCount: Count,
  /** The last 26 weeks, the current one last. `signUpCount` is 0 without the right to contacts. */
  weeks: Type.Array(Week),
  /** The pages for visitors are on without these; empty: nothing is missing. */
  missingLegalItems: Type.Array(Readiness.properties.item),
  hasEvents: Type.Boolean(),
  hasDates: Type.Boolean(),
})

const getStartPage = officeEndpoint({
  method: 'GET',
  path: '/start',
  response: Type.Array(Start),
  handle: async ({ db, principal, settings, today }) => {
    const { clientIds, userId } = principal
    const seesContacts = hasRight(principal, '090300:access')
    const seesBookings = hasRight(principal, 'booking:access')
    // Leads and tasks are those of the user's clients: without the right, of none.
    const clientsOfLeads = hasRight(principal, 'lead:access') ? clientIds : []
    const clientsOfTasks = hasRight(principal, 'task:access') ? clientIds : []
    const from = today
    const date = Temporal.PlainDate.from(today)
    const to = date.add({ days: upcomingDays }).toString()
    const monday = date.subtract({ days: date.dayOfWeek - 1 })
    const first = monday.subtract({ weeks: weekCount - 1 }).toString()
    const newFrom = date.subtract({ days: newDays - 1 }).toString()
    const newSince = startOfDay(newFrom, 0, settings.timeZone)
    const funnelFrom = date.subtract({ days: funnelDays - 1 }).toString()
    const [
      dates,
      belowMinimum,
      leads,
      orders,
      funnel,
      tasks,
      totals,
      bookings,
      signUps,
      statuses,
      bounces,
      openWithdrawals,
      heldMails,
      readiness,
    ] = await Promise.all([
      findDatesBetween(db, { from, to, belowMinimum: false, limit: limits.dates }),
      findDatesBetween(db, { from, to, belowMinimum: true, limit: limits.belowMinimum }),
      findNewLeads(db, clientsOfLeads, newSince, seesContacts, limits.leads),
      seesBookings ? findNewOrders(db, newSince, limits.orders) : { rows: [], count: 0 },
      loadFunnel(db, funnelFrom, startOfDay(funnelFrom, 0, settings.timeZone)),
      findOpenTasks(db, clientsOfTasks, userId, today, limits.tasks),
      loadTotals(db, clientsOfTasks, userId, today),
      countBookingsByWeek(db, first, settings.timeZone),
      seesContacts ? countSignUpsByWeek(db, clientIds, first, settings.timeZone) : [],
      loadDateStatuses(db),
      seesContacts ? findBounces(db, limits.bounces) : { rows: [], count: 0 },
      seesBookings ? countOpenWithdrawals(db) : 0,
      hasRight(principal, 'admin') ? countHeldMails(db) : 0,
      loadReadiness(db, { hasSender: settings.mail !== undefined, today }),
    ])
    const countByWeek = (rows: readonly { week: string; count: number }[]) =>
      new Map(rows.map(({ week, count }) => [week, count]))
    const [booked, signedUp] = [countByWeek(bookings), countByWeek(signUps)]
    const weeks = Array.from({ length: weekCount }, (_, index) => {
      const week = monday.subtract({ weeks: weekCount - 1 - index }).toString()
      return { startDate: week, bookingCount: booked.get(week) ?? 0, signUpCount: signedUp.get(week) ?? 0 }
    })
    return [
      {
        from,
        to,
        newFrom,
        overdueBy: date.subtract({ days: 1 }).toString(),
        goingAheadStatuses: statuses.goingAhead,
        bookableStatuses: statuses.bookable,
        bookedStatuses: statuses.booked,
        dates: dates.rows,
        dateCount: dates.count,
        datesBelowMinimum: belowMinimum.rows,
        belowMinimumCount: belowMinimum.count,
        leads: leads.rows,
        leadCount: leads.count,
        orders: orders.rows,
        orderCount: orders.count,
        funnel,
        tasks: tasks.rows,
        taskCount: tasks.count,
        overdueCount: totals.overdue,
        unassignedCount: totals.unassigned,
        bounces: bounces.rows,
        bounceCount: bounces.count,
        openWithdrawalCount: openWithdrawals,
        heldMailCount: heldMails,
        weeks,
        missingLegalItems: missingLegalItems(readiness),
        hasEvents: totals.hasEvents,
        hasDates: totals.hasDates,
      },
    ]
  },
})

export const startOffice = [getStartPage]
