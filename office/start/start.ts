// What GET /start answers with, and the lists that its figures lead to.
import { queryOf } from '../shell/api/list-query.ts'

export interface StartDate {
  id: number
  name: string
  identifier: string
  startDate: string
  endDate: string
  startTime: string
  locations: string
  min: number
  max: number
  booked: number
  reserved: number
  elsewhere: number
  free: number
  waiting: number
}

export interface Week {
  from: string
  bookings: number
  signUps: number
}

export interface Start {
  from: string
  to: string
  newFrom: string
  overdueBy: string
  takingStatuses: string[]
  openStatuses: string[]
  bookedStatuses: string[]
  dates: StartDate[]
  dateCount: number
  risk: StartDate[]
  riskCount: number
  leads: { id: number; name: string; company: string; owner: string; createdAt: string }[]
  leadCount: number
  tasks: { id: number; taskNr: string; subject: string; dueOn: string; overdue: boolean }[]
  taskCount: number
  overdueCount: number
  unassignedCount: number
  weeks: Week[]
  hasEvents: boolean
  hasDates: boolean
}

/** The address of a list with a filter and an order, as react-admin reads it. */
export const listOf = (
  resource: string,
  filter: Record<string, unknown>,
  [sort, order]: [string, 'ASC' | 'DESC'],
): string => `/${resource}${queryOf({ filter: JSON.stringify(filter), sort, order, page: 1, perPage: 25 })}`

/** The days and statuses that the figures are counted by. */
type Counted = Pick<
  Start,
  'from' | 'to' | 'newFrom' | 'overdueBy' | 'takingStatuses' | 'openStatuses' | 'bookedStatuses' | 'weeks'
>

/** The lists that have just the records that the figures count. */
export const listsOf = ({
  from,
  to,
  newFrom,
  overdueBy,
  takingStatuses,
  openStatuses,
  bookedStatuses,
  weeks,
}: Counted) => ({
  dates: listOf('dates', { from, to, is_active: true, status: takingStatuses }, ['start_date', 'ASC']),
  risk: listOf('dates', { from, to, is_active: true, status: openStatuses, places: 'below_minimum' }, [
    'start_date',
    'ASC',
  ]),
  leads: listOf('leads', { createdFrom: newFrom }, ['createdAt', 'DESC']),
  tasks: listOf('tasks', { assignee: 'me', done: false }, ['dueOn', 'ASC']),
  unassigned: listOf('tasks', { assignee: 'none', done: false }, ['createdAt', 'DESC']),
  overdue: listOf('tasks', { assignee: 'me', done: false, dueBy: overdueBy }, ['dueOn', 'ASC']),
  bookings: listOf('participations', { createdFrom: weeks[0]?.from, status: bookedStatuses }, [
    'createdAt',
    'DESC',
  ]),
  signUps: listOf('newsletter-consents', { from: weeks[0]?.from }, ['id', 'DESC']),
})
