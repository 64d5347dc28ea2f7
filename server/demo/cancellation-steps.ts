// The demo's data set: terms of cancellation.
import type { Event } from '../catalogue/contract/event.schema.ts'
import { daysBetween } from '../platform/ground/clock.ts'
import type { EventPlan } from './catalogue.ts'

type Steps = readonly (readonly [daysBefore: number, feePercent: number])[]

const usual: Steps = [
  [28, 0],
  [14, 30],
  [7, 50],
  [0, 100],
]
const ofCourses: Steps = [
  [60, 0],
  [30, 20],
  [0, 80],
]
const ofOnline: Steps = [
  [7, 0],
  [0, 50],
]

/** Some events have no terms. */
function stepsOf(event: Event): Steps {
  if (event.event_id % 12 === 0) return []
  if (event.dates.some(({ series_dates }) => series_dates.length > 0)) return ofCourses
  return event.dates.every(({ date_format }) => date_format === 'online') ? ofOnline : usual
}

export const cancellationSteps = (plans: readonly EventPlan[]) =>
  plans
    .flatMap(({ event }) =>
      stepsOf(event).map(([daysBefore, feePercent]) => ({ eventId: event.event_id, daysBefore, feePercent })),
    )
    .map((step, index) => ({ id: index + 1, ...step }))

/** The fee of cancelling; 0: none. */
export function feeOf(event: Event, amount: number | null, day: string, startDate: string): number {
  const steps = stepsOf(event)
  const days = daysBetween(day, startDate) - 1
  const [, percent = 0] = steps.find(([daysBefore]) => days >= daysBefore) ?? steps.at(-1) ?? []
  return Math.round((amount ?? 0) * percent) / 100
}
