// An event's page: the form in tabs, dates, check before publishing, website preview, change log.
import { Skeleton, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { EditPage } from '../../shell/form/edit-page.tsx'
import { focusField } from '../../shell/form/focus-field.ts'
import { Section } from '../../shell/form/form-section.tsx'
import { TabbedRecordForm } from '../../shell/form/record-form.tsx'
import { ChangesPanel } from '../../shell/history/changes-panel.tsx'
import { CheckPanel } from '../check-panel.tsx'
import { FilesInput } from '../files/files-input.tsx'
import { WebsitePanel } from '../website-panel.tsx'
import { EventDates } from './event-dates.tsx'
import {
  FeatureFields,
  GeneralFields,
  PackageFields,
  PdfFields,
  PriceFields,
  TextFields,
  textFields,
} from './event-fields.tsx'
import { PublishedChip } from './event-list.tsx'
import { EventToolbar } from './event-toolbar.tsx'

type OfficeEvent = RecordOf<'events'>

/** The tab of a field that a finding refers to. */
const tabOf = (field: string): string => {
  if (field === 'dates') return '/dates'
  if (/^(prices|groupDiscounts)/.test(field)) return '/prices'
  if (textFields.includes(field)) return '/texts'
  return ''
}

/** Loads the content of a tab when it is opened. */
function RenderWhenOpen({ tab, children }: { tab: string; children: ReactNode }) {
  return useLocation().pathname.endsWith(`/${tab}`) ? children : null
}

function Website({ event }: { event: OfficeEvent }) {
  const navigate = useNavigate()
  const open = (field: string): void => {
    navigate(`/events/${event.id}${tabOf(field)}`)
    focusField(field)
  }
  return (
    <Stack spacing={1} sx={{ width: '100%', minWidth: 0 }}>
      <Section title="catalogue.check.title" help="catalogue.check.hint">
        <CheckPanel key={`check ${event.version}`} of={{ eventId: event.id }} onFieldSelected={open} />
      </Section>
      <Section title="catalogue.website.title">
        <WebsitePanel key={`website ${event.version}`} of={{ eventId: event.id }} />
      </Section>
    </Stack>
  )
}

function EventForm() {
  const event = useRecordContext<OfficeEvent>()
  // Until the record is loaded, react-admin shows the row of the list, which lacks the child rows.
  if (!event?.prices) return <Skeleton variant="rounded" height={400} sx={{ m: 2 }} />
  return (
    <TabbedRecordForm toolbar={<EventToolbar />}>
      <TabbedRecordForm.Tab label="catalogue.tab.general">
        <GeneralFields />
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.texts" path="texts">
        <TextFields />
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.prices" path="prices">
        <PriceFields />
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.files" path="files">
        <Section title="resources.events.fields.fileIds" help="catalogue.hint.files">
          <FilesInput source="fileIds" />
        </Section>
        <Section title="resources.events.fields.pdfs" help="catalogue.hint.pdfs">
          <PdfFields />
        </Section>
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.package" path="package">
        <PackageFields />
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.features" path="features">
        <FeatureFields />
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.dates" path="dates">
        <RenderWhenOpen tab="dates">
          <EventDates eventId={event.id} />
        </RenderWhenOpen>
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.website" path="website">
        <RenderWhenOpen tab="website">
          <Website event={event} />
        </RenderWhenOpen>
      </TabbedRecordForm.Tab>
      <TabbedRecordForm.Tab label="catalogue.tab.log" path="log">
        <RenderWhenOpen tab="log">
          <ChangesPanel key={event.version} subject="event" id={event.id} />
        </RenderWhenOpen>
      </TabbedRecordForm.Tab>
    </TabbedRecordForm>
  )
}

function Title() {
  const event = useRecordContext<OfficeEvent>()
  return <span>{event?.title ?? ''}</span>
}

function Heading() {
  const event = useRecordContext<OfficeEvent>()
  const translate = useTranslate()
  if (!event) return null
  return (
    <Stack
      direction="row"
      spacing={1.5}
      sx={{ alignItems: 'center', px: 2, pt: 1.5, flexWrap: 'wrap' }}
      useFlexGap
    >
      <Typography variant="h1" component="h2">
        {event.title}
      </Typography>
      <PublishedChip published={event.isPublished} />
      <Typography variant="body2" color="textSecondary">
        {translate('catalogue.number', { id: event.id })}
      </Typography>
    </Stack>
  )
}

export const EventEdit = () => (
  <EditPage title={<Title />} actions={false}>
    <Heading />
    <EventForm />
  </EditPage>
)
