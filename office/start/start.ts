// What GET /start answers with, and the lists that its figures lead to.
import { queryOf } from '../shell/query.ts'

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
  takingStatuses: string[]
  openStatuses: string[]
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

export const listsOf = ({ from, to, takingStatuses, openStatuses }: Start) => ({
  dates: listOf('dates', { from, to, is_active: true, status: takingStatuses }, ['start_date', 'ASC']),
  risk: listOf('dates', { from, to, is_active: true, status: openStatuses, places: 'below_minimum' }, [
    'start_date',
    'ASC',
  ]),
  leads: listOf('leads', { open: true }, ['createdAt', 'DESC']),
  tasks: listOf('tasks', { assignee: 'me', done: false }, ['dueOn', 'ASC']),
  unassigned: listOf('tasks', { assignee: 'none', done: false }, ['createdAt', 'DESC']),
  bookings: listOf('participations', {}, ['createdAt', 'DESC']),
  consents: listOf('newsletter-consents', {}, ['givenAt', 'DESC']),
})
