// The start page's data, and the lists that its figures link to.
import type { Answer } from '../shell/api/endpoints.ts'
import { toQueryString } from '../shell/api/query-string.ts'

export type Start = Answer<'GET', '/start'>
export type StartDate = Start['dates'][number]
export type Week = Start['weeks'][number]

/** The fields of the plots. */
export const metricFields = { bookings: 'bookingCount', signUps: 'signUpCount' } as const
export type Metric = keyof typeof metricFields

/** The route of a list with a filter and an order, in react-admin's form. */
export const listPath = (
  resource: string,
  filter: Record<string, unknown>,
  [sort, order]: [string, 'ASC' | 'DESC'],
): string =>
  `/${resource}${toQueryString({ filter: JSON.stringify(filter), sort, order, page: 1, perPage: 25 })}`

/** The filters of the figures. */
type CountCriteria = Pick<
  Start,
  | 'from'
  | 'to'
  | 'newFrom'
  | 'overdueBy'
  | 'goingAheadStatuses'
  | 'bookableStatuses'
  | 'bookedStatuses'
  | 'weeks'
>

/** The lists of the records that the figures count. */
export const listPaths = ({
  from,
  to,
  newFrom,
  overdueBy,
  goingAheadStatuses,
  bookableStatuses,
  bookedStatuses,
  weeks,
}: CountCriteria) => ({
  dates: listPath('dates', { from, to, isActive: true, status: goingAheadStatuses }, ['startDate', 'ASC']),
  belowMinimum: listPath(
    'dates',
    { from, to, isActive: true, status: bookableStatuses, seats: 'belowMinimum' },
    ['startDate', 'ASC'],
  ),
  orders: listPath('orders', { source: 'website', from: newFrom }, ['createdAt', 'DESC']),
  leads: listPath('leads', { createdFrom: newFrom }, ['createdAt', 'DESC']),
  tasks: listPath('tasks', { assignee: 'me', isDone: false }, ['dueDate', 'ASC']),
  unassigned: listPath('tasks', { assignee: 'none', isDone: false }, ['createdAt', 'DESC']),
  overdue: listPath('tasks', { assignee: 'me', isDone: false, dueBy: overdueBy }, ['dueDate', 'ASC']),
  bookings: listPath('bookings', { createdFrom: weeks[0]?.startDate, status: bookedStatuses }, [
    'createdAt',
    'DESC',
  ]),
  signUps: listPath('newsletter-consents', { from: weeks[0]?.startDate }, ['id', 'DESC']),
})
