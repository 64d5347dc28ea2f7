// The next steps of an event, and its obstacles to the website.
import { Button, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link, useSearchParams } from 'react-router-dom'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useToday } from '../../shell/language/today.ts'
import { FoldedContent } from '../../shell/page/page-layout.tsx'
import { type Step, StepList } from '../../shell/page/step-list.tsx'
import { FindingList, useFindings } from '../check-panel.tsx'
import { dateListPath, useUndatedDates, useUpcomingDates } from '../dates/dates-part.tsx'
import { usePublish } from './event-actions.tsx'

type OfficeEvent = RecordOf<'events'>

export const planPath = (eventId: number): string => `/plan-dates?event=${eventId}`

function useSteps(event: OfficeEvent): Step[] {
  const translate = useTranslate()
  const today = useToday()
  const mayEdit = useHasRight('catalogue:edit')
  const mayPublish = useHasRight('catalogue:publish')
  const publish = usePublish()
  const { data } = useUpcomingDates({ eventIds: [event.id] })
  const undated = useUndatedDates({ eventIds: [event.id] })
  const unpublished = data?.filter(({ isPublished, goesAhead }) => !isPublished && goesAhead).length ?? 0
  const steps: Step[] = []
  if (!event.isPublished)
    steps.push({
      key: 'publish',
      text: translate('catalogue.step.publish'),
      action: mayPublish && (
        <Button size="small" variant="contained" loading={publish.busy} onClick={() => publish.run(event)}>
          {translate('catalogue.publish')}
        </Button>
      ),
    })
  if (data?.length === 0 && undated.length === 0)
    steps.push({
      key: 'plan',
      text: translate('catalogue.step.plan'),
      action: mayEdit && (
        <Button size="small" variant="outlined" component={Link} to={planPath(event.id)}>
          {translate('dates.plan.menu')}
        </Button>
      ),
    })
  if (unpublished > 0)
    steps.push({
      key: 'dates',
      text: translate('catalogue.step.dates', { smart_count: unpublished }),
      action: (
        <Button
          size="small"
          variant="outlined"
          component={Link}
          to={dateListPath({ eventIds: [event.id], isPublished: false, from: today })}
        >
          {translate('catalogue.step.showDates')}
        </Button>
      ),
    })
  return steps
}

/** The findings of the check before publishing: on the event itself; those on its dates are folded. Missing dates are a step. */
function Findings({ eventId }: { eventId: number }) {
  const translate = useTranslate()
  const [, setQuery] = useSearchParams()
  const { data = [] } = useFindings({ eventId })
  const own = data.filter(({ dateId, field }) => dateId === 0 && field !== 'dates')
  const ofDates = data.filter(({ dateId }) => dateId !== 0)
  const openField = (field: string) => setQuery({ field })
  if (own.length + ofDates.length === 0) return null
  return (
    <Stack spacing={1}>
      {own.length > 0 && <FindingList findings={own} ownDateId={0} onFieldSelected={openField} />}
      {ofDates.length > 0 && (
        <FoldedContent title={translate('catalogue.check.ofDates', { smart_count: ofDates.length })}>
          <FindingList findings={ofDates} ownDateId={0} onFieldSelected={openField} />
        </FoldedContent>
      )}
    </Stack>
  )
}

export const EventSteps = ({ event }: { event: OfficeEvent }) => (
  <>
    <Findings key={event.version} eventId={event.id} />
    <StepList steps={useSteps(event)} />
  </>
)
