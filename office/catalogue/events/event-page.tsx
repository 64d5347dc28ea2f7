// The page of an event: facts, next steps, its dates; its form is behind Edit.
import AddIcon from '@mui/icons-material/Add'
import PlanIcon from '@mui/icons-material/EventRepeat'
import { Button, Card, Stack } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { RulesLink } from '../../messages/rules-link.tsx'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { Fact, Facts, TextFact, WebsiteLink } from '../../shell/page/facts.tsx'
import { BackLink, EditLink, PageHead } from '../../shell/page/page-head.tsx'
import { ChangesPart, FoldedPart, PageColumns } from '../../shell/page/page-layout.tsx'
import { RecordPage } from '../../shell/page/record-page.tsx'
import { lazyComponent } from '../../shell/section/lazy-component.tsx'
import { useCategoryNames } from '../categories/categories.ts'
import { DateAlertsPart } from '../date-alerts/lazy-date-alerts-part.ts'
import { DatesPart } from '../dates/dates-part.tsx'
import { ImagePart } from '../images/lazy-image-part.ts'
import { PriceLines } from '../price-lines.tsx'
import { WebsitePanel } from '../website-panel.tsx'
import { EventActions } from './event-actions.tsx'
import { EventForm } from './event-form.tsx'
import { PublishedChip } from './event-list.tsx'
import { EventSteps, planPath } from './event-steps.tsx'

const FeedbackPart = lazyComponent(
  async () => (await import('../../feedback/feedback-part.tsx')).FeedbackPart,
)

type OfficeEvent = RecordOf<'events'>

function Heading({ event, children }: { event: OfficeEvent; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <PageHead
      title={event.title}
      chips={<PublishedChip published={event.isPublished} />}
      detail={[translate('catalogue.number', { id: event.id }), event.identifier, event.subtitle]
        .filter(Boolean)
        .join(' · ')}
    >
      {children}
    </PageHead>
  )
}

function EventFacts({ event }: { event: OfficeEvent }) {
  const translate = useTranslate()
  const names = useCategoryNames()
  // Categories of several catalogues can have the same name.
  const categories = new Set(event.categoryIds.map((id) => names.get(id) ?? `#${id}`))
  const { articleNo, descriptionLink, groupDiscounts, numberOfDays } = event
  return (
    <Facts>
      <TextFact label="resources.events.fields.categoryIds" text={[...categories].join(', ')} />
      <TextFact
        label="catalogue.duration"
        text={numberOfDays > 0 ? translate('catalogue.days', { smart_count: numberOfDays }) : ''}
      />
      <Fact label="resources.events.fields.prices">
        <PriceLines prices={event.prices} />
      </Fact>
      {groupDiscounts.length > 0 && (
        <Fact label="resources.events.fields.groupDiscounts">{groupDiscounts.join(', ')}</Fact>
      )}
      {articleNo && <Fact label="resources.events.fields.articleNo">{articleNo}</Fact>}
      {descriptionLink && (
        <Fact label="resources.events.fields.descriptionLink">
          <WebsiteLink address={descriptionLink} />
        </Fact>
      )}
    </Facts>
  )
}

function NewDateButtons({ eventId }: { eventId: number }) {
  const translate = useTranslate()
  if (!useHasRight('catalogue:edit')) return null
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<AddIcon />}
        component={Link}
        to={`/dates/create?event=${eventId}`}
      >
        {translate('catalogue.newDate')}
      </Button>
      <Button size="small" startIcon={<PlanIcon />} component={Link} to={planPath(eventId)}>
        {translate('dates.plan.menu')}
      </Button>
    </>
  )
}

function Workplace({ event }: { event: OfficeEvent }) {
  const mayEdit = useHasRight('catalogue:edit')
  return (
    <Stack spacing={1.5}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={2}>
          <Heading event={event}>
            <EditLink mayEdit={mayEdit} />
            <EventActions />
            <RulesLink of="eventId" id={event.id} />
          </Heading>
          <EventFacts event={event} />
          <EventSteps event={event} />
        </Stack>
      </Card>
      <PageColumns
        aside={
          <>
            <Suspense fallback={null}>
              <ImagePart of={{ owner: 'event', ownerId: event.id }} />
            </Suspense>
            <Suspense fallback={null}>
              <DateAlertsPart eventId={event.id} />
            </Suspense>
            <FoldedPart title="catalogue.website.title">
              <WebsitePanel key={event.version} of={{ eventId: event.id }} />
            </FoldedPart>
            <ChangesPart key={event.version} subject="event" id={event.id} />
          </>
        }
      >
        <DatesPart of={{ eventIds: [event.id] }} actions={<NewDateButtons eventId={event.id} />} />
        <Suspense fallback={null}>
          <FeedbackPart of={{ path: '/events/{id}/feedback', id: event.id, eventId: event.id }} />
        </Suspense>
      </PageColumns>
    </Stack>
  )
}

const Title = () => useRecordContext<OfficeEvent>()?.title ?? ''

export const EventPage = () => (
  <RecordPage<OfficeEvent>
    title={<Title />}
    heading={(event) => (
      <Heading event={event}>
        <BackLink />
      </Heading>
    )}
    form={<EventForm />}
    page={(event) => <Workplace event={event} />}
  />
)
