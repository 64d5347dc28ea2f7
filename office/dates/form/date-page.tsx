// The page of a date: form, participants, website, changes.
import { Alert, Box, Chip, Stack, Tab, Tabs, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Loading } from 'react-admin'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { errorText } from '../../shell/api/api.ts'
import { useFormat } from '../../shell/app/format.ts'
import { EditPage } from '../../shell/form/edit-page.tsx'
import { focusField } from '../../shell/form/focus-field.ts'
import { ChangesPanel } from '../../shell/history/changes-panel.tsx'
import { DateActions } from '../actions/date-actions.tsx'
import type { EventDate } from '../event-date.ts'
import { useFieldErrorText } from '../field-errors.ts'
import { OccupancyBar } from '../occupancy.tsx'
import { StatusChip } from '../status-chip.tsx'
import { DateForm, pathOfField } from './date-form.tsx'
import { datePanels } from './date-panels.tsx'

function PageHeader() {
  const date = useRecordContext<EventDate>()
  const translate = useTranslate()
  const format = useFormat()
  if (!date) return null
  const name = date.title || date.eventTitle
  return (
    <Stack
      direction="row"
      spacing={2}
      useFlexGap
      sx={{ alignItems: 'center', flexWrap: 'wrap', p: 2, pb: 1 }}
    >
      <Box sx={{ flex: '1 1 440px', minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[
            format.span(date.startDate, date.endDate) || translate('dates.noDay'),
            date.identifier,
            date.title !== '' && date.title !== date.eventTitle && date.eventTitle,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <StatusChip status={date.status} />
      <Chip
        size="small"
        variant="outlined"
        label={translate(date.isPublished ? 'resources.dates.fields.isPublished' : 'dates.unpublished')}
      />
      <OccupancyBar date={date} />
      <DateActions />
    </Stack>
  )
}

function Warnings() {
  const warnings = useRecordContext<EventDate>()?.warnings ?? []
  const fieldErrorText = useFieldErrorText()
  if (warnings.length === 0) return null
  return (
    <Alert severity="warning" sx={{ mx: 2, mb: 1 }}>
      {warnings.map((warning) => (
        <div key={warning.field + warning.message}>
          {fieldErrorText({ field: warning.field, message: errorText(warning) })}
        </div>
      ))}
    </Alert>
  )
}

function Panel({ name, shown, children }: { name: string; shown: boolean; children: ReactNode }) {
  return (
    <Box role="tabpanel" id={`date-panel-${name}`} aria-labelledby={`date-tab-${name}`} hidden={!shown}>
      {children}
    </Box>
  )
}

/** `?field=prices[0].net` opens the tab of a field and moves the focus to it, once. */
function useFocusFieldFromUrl(id: number | undefined): void {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const field = query.get('field')
  useEffect(() => {
    if (id === undefined || !field) return
    navigate(pathOfField(id, field), { replace: true })
    focusField(field)
  }, [id, field, navigate])
}

function Content() {
  const date = useRecordContext<EventDate>()
  const translate = useTranslate()
  const [query, setQuery] = useSearchParams()
  useFocusFieldFromUrl(date?.id)
  if (!date) return null
  const names = ['master', ...datePanels.map(({ name }) => name), 'changes']
  const requestedTab = query.get('tab') ?? 'master'
  const open = names.includes(requestedTab) ? requestedTab : 'master'
  const selectTab = (name: string): void =>
    setQuery(
      (before) => {
        if (name === 'master') before.delete('tab')
        else before.set('tab', name)
        return before
      },
      { replace: true },
    )

  return (
    <>
      <PageHeader />
      <Warnings />
      <Tabs
        value={open}
        onChange={(_, name: string) => selectTab(name)}
        sx={{ px: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {names.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`date-tab-${name}`}
            aria-controls={`date-panel-${name}`}
            label={translate(name === 'master' ? 'resources.dates.name' : `dates.tab.${name}`, {
              smart_count: 1,
            })}
          />
        ))}
      </Tabs>
      <Panel name="master" shown={open === 'master'}>
        <DateForm />
      </Panel>
      {datePanels.map(({ name, Component }) => (
        <Panel key={name} name={name} shown={open === name}>
          {open === name && (
            <Box sx={{ p: 2 }}>
              <Suspense fallback={<Loading />}>
                <Component dateId={date.id} />
              </Suspense>
            </Box>
          )}
        </Panel>
      ))}
      <Panel name="changes" shown={open === 'changes'}>
        {open === 'changes' && (
          <Box sx={{ p: 2 }}>
            <ChangesPanel subject="date" id={date.id} includeBookings />
          </Box>
        )}
      </Panel>
    </>
  )
}

function PageTitle() {
  const date = useRecordContext<EventDate>()
  const format = useFormat()
  return date ? `${date.title || date.eventTitle} · ${format.span(date.startDate, date.endDate)}` : null
}

export const DatePage = () => (
  <EditPage actions={false} title={<PageTitle />}>
    <Content />
  </EditPage>
)
