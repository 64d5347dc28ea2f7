// The page of a date: facts, next steps, its participants; its form is behind Edit.
import { Alert, Card, Chip, Link, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Loading } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { bookingStatuses, bookingsOfDate, seatsOf } from '../../bookings/booking-queries.ts'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { StatusChip } from '../../catalogue/dates/status-chip.tsx'
import { errorText } from '../../shell/api/api.ts'
import type { ReadPage } from '../../shell/api/read-ahead.ts'
import { hasRight, useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'
import { readRecord } from '../../shell/page/edit-page.tsx'
import { BackLink, EditLink, PageHead } from '../../shell/page/page-head.tsx'
import { ChangesPart, FoldedPart, PageColumns } from '../../shell/page/page-layout.tsx'
import { RecordPage } from '../../shell/page/record-page.tsx'
import { lazyComponent } from '../../shell/section/lazy-component.tsx'
import { DateActions } from '../actions/date-actions.tsx'
import { useFieldErrorText } from '../field-errors.ts'
import { DateForm } from '../form/date-form.tsx'
import { DateOverview } from './date-overview.tsx'
import { NextSteps, participantsId } from './next-steps.tsx'

const ParticipantsPanel = lazyComponent(
  async () => (await import('../../bookings/participants-panel.tsx')).ParticipantsPanel,
)
const DateMessages = lazyComponent(
  async () => (await import('../../messages/date-messages.tsx')).DateMessages,
)
const DocumentsPart = lazyComponent(
  async () => (await import('../../documents/documents-part.tsx')).DocumentsPart,
)
const FeedbackPart = lazyComponent(
  async () => (await import('../../feedback/feedback-part.tsx')).FeedbackPart,
)
const WebsiteSection = lazyComponent(async () => (await import('./website-section.tsx')).WebsiteSection)

function Heading({ date, children }: { date: EventDate; children: ReactNode }) {
  const translate = useTranslate()
  const format = useFormat()
  const name = date.title || date.eventTitle
  return (
    <PageHead
      title={name}
      chips={
        <>
          <StatusChip status={date.status} />
          <Chip
            size="small"
            variant="outlined"
            label={translate(date.isPublished ? 'dates.published' : 'dates.unpublished')}
          />
        </>
      }
      detail={
        <>
          {[
            format.span(date.startDate, date.endDate) || translate('dates.noDay'),
            date.subtitle,
            date.identifier,
          ]
            .filter(Boolean)
            .join(' · ')}
          {' · '}
          <Link component={RouterLink} underline="always" to={`/events/${date.eventId}`}>
            {name === date.eventTitle ? translate('dates.page.event') : date.eventTitle}
          </Link>
        </>
      }
    >
      {children}
    </PageHead>
  )
}

function Warnings({ date: { warnings } }: { date: EventDate }) {
  const fieldErrorText = useFieldErrorText()
  if (warnings.length === 0) return null
  return (
    <Alert severity="warning">
      {warnings.map((warning) => (
        <div key={warning.field + warning.message}>
          {fieldErrorText({ field: warning.field, message: errorText(warning) })}
        </div>
      ))}
    </Alert>
  )
}

function Workplace({ date }: { date: EventDate }) {
  const translate = useTranslate()
  const mayEdit = useHasRight('catalogue:edit')
  const seesPersons = useHasRight('booking:access')
  return (
    <Stack spacing={1.5}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={2}>
          <Heading date={date}>
            <EditLink mayEdit={mayEdit} />
            <DateActions />
          </Heading>
          <Warnings date={date} />
          <DateOverview date={date} />
          <NextSteps date={date} />
        </Stack>
      </Card>
      <PageColumns
        aside={
          <>
            {seesPersons && (
              <Suspense fallback={<Loading />}>
                <DocumentsPart dateId={date.id} />
              </Suspense>
            )}
            <FoldedPart title="dates.page.website">
              <WebsiteSection dateId={date.id} />
            </FoldedPart>
            <ChangesPart subject="date" id={date.id} includeBookings />
          </>
        }
      >
        <Card component="section" aria-labelledby={participantsId} sx={{ p: 2 }}>
          <Typography variant="h2" id={participantsId} tabIndex={-1} sx={{ mb: 1, scrollMarginTop: 64 }}>
            {translate('dates.page.participants')}
          </Typography>
          <Suspense fallback={<Loading />}>
            <ParticipantsPanel dateId={date.id} />
          </Suspense>
        </Card>
        {seesPersons && (
          <Suspense fallback={<Loading />}>
            <DateMessages dateId={date.id} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <FeedbackPart of={{ path: '/dates/{id}/feedback', id: date.id, eventId: date.eventId }} />
        </Suspense>
      </PageColumns>
    </Stack>
  )
}

function PageTitle() {
  const date = useRecordContext<EventDate>()
  const format = useFormat()
  return date ? `${date.title || date.eventTitle} · ${format.span(date.startDate, date.endDate)}` : null
}

/** The date, and the data of its parts. */
export const readDatePage: ReadPage = (client, { id }) => {
  const dateId = Number(id)
  // The path of a new date is matched, too.
  if (!(dateId > 0)) return
  readRecord(client, 'dates', dateId)
  client.prefetchQuery(bookingStatuses)
  client.prefetchQuery(seatsOf(dateId))
  if (hasRight('booking:access')) client.prefetchQuery(bookingsOfDate(dateId))
}

/** A page that was opened by its address is not read ahead. */
function PartsAhead() {
  const params = useParams()
  const client = useQueryClient()
  useEffect(() => {
    if (params['*'] !== 'edit') readDatePage(client, params, new URLSearchParams())
  }, [client, params])
  return null
}

export const DatePage = () => (
  <>
    <PartsAhead />
    <RecordPage<EventDate>
      title={<PageTitle />}
      heading={(date) => (
        <Heading date={date}>
          <BackLink label="dates.page.back" />
        </Heading>
      )}
      form={<DateForm />}
      page={(date) => <Workplace date={date} />}
    />
  </>
)
