// The values of the form of a plan, and the requests that they make.
import { recurrenceKinds } from '../../../server/catalogue/dates/recurrence-kinds.ts'
import type { BodyOf, Input } from '../../shell/api/endpoints.ts'
import { parseDay, typedDays } from '../../shell/language/typed-days.ts'
import { omitEmpty } from '../omit-empty.ts'

type Recurrence = Input<'GET', '/date-plans/preview'>['query']
type Plan = BodyOf<'POST', '/date-plans'>
type Check = BodyOf<'POST', '/dates/check-days'>
type Content = NonNullable<Plan['content']>

export interface PlanForm
  extends Omit<Recurrence, 'dates'>,
    Pick<Content, 'status' | 'format' | 'participantsMin' | 'participantsMax' | 'locationIds' | 'roomIds'>,
    Pick<Plan, 'sourceDateId' | 'include' | 'fillSessionDays' | 'publish'> {
  eventId: number
  trainerId?: number
  startTime?: string
  endTime?: string
  /** Days as the user has typed them. */
  dates?: string
}

/** A date in the preview. `omitted`: why the pattern omits it. */
export type PlannedDate = Required<Omit<Plan['dates'][number], 'title'>> & {
  isChosen: boolean
  omitted?: 'weekend' | 'holiday' | 'closed' | 'eve' | 'bridge' | undefined
}

/** Only the fields that the form shows for the kind of the rule. */
export const toRecurrence = (values: PlanForm): Recurrence => ({
  kind: values.kind,
  ...(recurrenceKinds[values.kind].isList
    ? { dates: typedDays(values.dates ?? '').map((day) => parseDay(day) ?? day) }
    : { startDate: values.startDate, count: values.count, intervalWeeks: values.intervalWeeks }),
  ...(recurrenceKinds[values.kind].hasWeekdays ? { weekdays: values.weekdays } : {}),
  durationDays: values.durationDays,
  skipWeekends: values.skipWeekends,
  skipHolidays: values.skipHolidays,
})

/**
 * Checks the chosen dates of a plan. Incomplete days are not checked.
 * @param labelOf the name of a date by its index in the preview
 */
export function toCheck(
  values: PlanForm,
  dates: readonly PlannedDate[],
  labelOf: (index: number) => string,
): Check | undefined {
  const { content, publish: _publish, ...plan } = toPlan(values, 0, dates)
  const { eventId: _eventId, clientId: _clientId, ...fields } = content!
  const chosen = dates.flatMap(({ isChosen }, index) => (isChosen ? [index] : []))
  const isComplete = plan.dates.every(({ startDate }) => startDate !== '')
  if (plan.dates.length === 0 || !isComplete) return undefined
  return {
    ...plan,
    ...(plan.sourceDateId ? {} : { content: fields }),
    dates: plan.dates.map(({ identifier: _identifier, ...days }, nth) => ({
      ...days,
      label: labelOf(chosen[nth]!),
    })),
    proposeDays: true,
  }
}

export const toPlan = (values: PlanForm, clientId: number, dates: readonly PlannedDate[]): Plan => ({
  ...(values.sourceDateId ? { sourceDateId: values.sourceDateId, include: values.include } : {}),
  content: {
    eventId: values.eventId,
    clientId,
    ...omitEmpty({
      status: values.status,
      format: values.format,
      participantsMin: values.participantsMin,
      participantsMax: values.participantsMax,
      locationIds: values.locationIds,
      roomIds: values.roomIds,
    }),
    ...(values.trainerId
      ? { trainers: [{ trainerId: values.trainerId, isMain: true, isListed: true }] }
      : {}),
  },
  fillSessionDays: values.fillSessionDays,
  publish: values.publish,
  dates: dates
    .filter(({ isChosen }) => isChosen)
    .map(({ isChosen: _isChosen, omitted: _omitted, identifier, ...date }) =>
      identifier ? { ...date, identifier } : date,
    ),
})
