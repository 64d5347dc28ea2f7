// The page of a date: what it is, what is to be done, its participants; its form is behind Edit.
import EditIcon from '@mui/icons-material/Edit'
import { Alert, Box, Card, Chip, Link, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { type ReactNode, Suspense, useState } from 'react'
import { Button, Loading } from 'react-admin'
import { Navigate, Route, Link as RouterLink, Routes, useSearchParams } from 'react-router-dom'
import { errorText } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/app/format.ts'
import { lazyComponent } from '../../shell/app/lazy-component.tsx'
import { EditPage } from '../../shell/form/edit-page.tsx'
import { ChangesPanel } from '../../shell/history/changes-panel.tsx'
import { DateActions } from '../actions/date-actions.tsx'
import type { EventDate } from '../event-date.ts'
import { useFieldErrorText } from '../field-errors.ts'
import { DateForm } from '../form/date-form.tsx'
import { StatusChip } from '../status-chip.tsx'
import { DateFacts } from './date-facts.tsx'
import { NextSteps, participantsId } from './next-steps.tsx'

const ParticipantsPanel = lazyComponent(
  async () => (await import('../../bookings/participants-panel.tsx')).ParticipantsPanel,
)
const WebsiteSection = lazyComponent(async () => (await import('./website-section.tsx')).WebsiteSection)

function Heading({ date, children }: { date: EventDate; children: ReactNode }) {
  const translate = useTranslate()
  const format = useFormat()
  const name = date.title || date.eventTitle
  return (
    <Box>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5 }}
      >
        <Typography variant="h1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <StatusChip status={date.status} />
        <Chip
          size="small"
          variant="outlined"
          label={translate(date.isPublished ? 'resources.dates.fields.isPublished' : 'dates.unpublished')}
        />
      </Stack>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
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
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        {children}
      </Stack>
    </Box>
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

/** A part of the page that is folded at first, and loads its content when it is opened. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <Card
      component="details"
      sx={{ p: 2 }}
      onToggle={({ currentTarget }) => setOpen((currentTarget as HTMLDetailsElement).open)}
    >
      <Typography component="summary" variant="h3" sx={{ cursor: 'pointer' }}>
        {translate(title)}
      </Typography>
      {open && <Suspense fallback={<Loading />}>{children}</Suspense>}
    </Card>
  )
}

function Workplace({ date }: { date: EventDate }) {
  const translate = useTranslate()
  const mayEdit = useHasRight('100100')
  return (
    <Stack spacing={1.5}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={2}>
          <Heading date={date}>
            <Button
              label={mayEdit ? 'ra.action.edit' : 'dates.page.allFields'}
              variant="contained"
              component={RouterLink}
              to={`/dates/${date.id}/edit`}
            >
              <EditIcon />
            </Button>
            <DateActions />
          </Heading>
          <Warnings date={date} />
          <DateFacts date={date} />
          <NextSteps date={date} />
        </Stack>
      </Card>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: 'minmax(0, 1fr)',
          '@media (min-width: 1400px)': { gridTemplateColumns: 'minmax(0, 1fr) 340px' },
        }}
      >
        <Card component="section" aria-labelledby={participantsId} sx={{ p: 2 }}>
          <Typography variant="h2" id={participantsId} tabIndex={-1} sx={{ mb: 1, scrollMarginTop: 64 }}>
            {translate('dates.page.participants')}
          </Typography>
          <Suspense fallback={<Loading />}>
            <ParticipantsPanel dateId={date.id} />
          </Suspense>
        </Card>
        <Stack spacing={1.5}>
          <Folded title="dates.page.website">
            <WebsiteSection dateId={date.id} />
          </Folded>
          <Card sx={{ p: 2 }}>
            <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
              {translate('dates.page.changes')}
            </Typography>
            <ChangesPanel subject="date" id={date.id} includeBookings />
          </Card>
        </Stack>
      </Box>
    </Stack>
  )
}

function Editor({ date }: { date: EventDate }) {
  return (
    <Card>
      <Box sx={{ p: 2, pb: 0 }}>
        <Heading date={date}>
          <Button label="dates.page.back" component={RouterLink} to={`/dates/${date.id}`} />
        </Heading>
      </Box>
      <DateForm />
    </Card>
  )
}

/** `?field=prices[0].net`, of findings and errors, is a field of the form. */
function Content() {
  const date = useRecordContext<EventDate>()
  const [query] = useSearchParams()
  if (!date) return null
  return (
    <Routes>
      <Route path="edit" element={<Editor date={date} />} />
      <Route
        path="*"
        element={
          query.has('field') ? (
            <Navigate to={`/dates/${date.id}/edit?${query}`} replace />
          ) : (
            <Workplace date={date} />
          )
        }
      />
    </Routes>
  )
}

function PageTitle() {
  const date = useRecordContext<EventDate>()
  const format = useFormat()
  return date ? `${date.title || date.eventTitle} · ${format.span(date.startDate, date.endDate)}` : null
}

export const DatePage = () => (
  <EditPage actions={false} title={<PageTitle />} component="div">
    <Content />
  </EditPage>
)
