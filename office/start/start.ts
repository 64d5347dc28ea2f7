// What GET /start answers with, and the lists that its figures lead to.
import { toQueryString } from '../shell/api/query-string.ts'

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
export const listPath = (
  resource: string,
  filter: Record<string, unknown>,
  [sort, order]: [string, 'ASC' | 'DESC'],
): string =>
  `/${resource}${toQueryString({ filter: JSON.stringify(filter), sort, order, page: 1, perPage: 25 })}`

/** The days and statuses that the figures are counted by. */
type CountCriteria = Pick<
  Start,
  'from' | 'to' | 'newFrom' | 'overdueBy' | 'takingStatuses' | 'openStatuses' | 'bookedStatuses' | 'weeks'
>

/** The lists that have just the records that the figures count. */
export const listPaths = ({
  from,
  to,
  newFrom,
  overdueBy,
  takingStatuses,
  openStatuses,
  bookedStatuses,
  weeks,
}: CountCriteria) => ({
  dates: listPath('dates', { from, to, is_active: true, status: takingStatuses }, ['start_date', 'ASC']),
  risk: listPath('dates', { from, to, is_active: true, status: openStatuses, places: 'below_minimum' }, [
    'start_date',
    'ASC',
  ]),
  leads: listPath('leads', { createdFrom: newFrom }, ['createdAt', 'DESC']),
  tasks: listPath('tasks', { assignee: 'me', isDone: false }, ['dueDate', 'ASC']),
  unassigned: listPath('tasks', { assignee: 'none', isDone: false }, ['createdAt', 'DESC']),
  overdue: listPath('tasks', { assignee: 'me', isDone: false, dueBy: overdueBy }, ['dueDate', 'ASC']),
  bookings: listPath('participations', { createdFrom: weeks[0]?.from, status: bookedStatuses }, [
    'createdAt',
    'DESC',
  ]),
  signUps: listPath('newsletter-consents', { from: weeks[0]?.from }, ['id', 'DESC']),
})
