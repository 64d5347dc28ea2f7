// The start page: figures, lists and plots.
import { Alert, Box, Skeleton, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Suspense } from 'react'
import { Title } from 'react-admin'
import { bookContactsRights } from '../../server/platform/ground/rights.ts'
import { HeldMails } from '../mail/held-mails.tsx'
import { MailHint } from '../mail/mail-hint.tsx'
import { MessagesAtRisk } from '../messages/at-risk.tsx'
import { UnusualBookings } from '../orders/unusual-bookings.tsx'
import { BackupHint } from '../settings/backup-hint.tsx'
import { DiskHint } from '../settings/disk-hint.tsx'
import { api } from '../shell/api/api.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { Button } from '../shell/form/button.tsx'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { OpenWithdrawals } from '../website/open-withdrawals.tsx'
import { BookPerson } from './book-person.tsx'
import { BounceList, DateList, LeadList, OrderList, TaskList } from './lists.tsx'
import { OccupancyLegend } from './occupancy.tsx'
import { OpenedPanel } from './opened-panel.tsx'
import { KeyFigure, Panel } from './panels.tsx'
import { PlotPanel } from './plots.tsx'
import { listPaths, type Start } from './start.ts'

// Only an empty instance shows them.
const FirstSteps = lazyComponent(async () => (await import('./first-steps.tsx')).FirstSteps)
const MissingLegalItems = lazyComponent(
  async () => (await import('../website/missing-legal-items.tsx')).MissingLegalItems,
  async () => (await import('../website/readiness-texts.ts')).readinessTexts,
)

export function StartPage() {
  const translate = useTranslate()
  const session = useSession()
  const mayBook = useHasRight(bookContactsRights)
  const { data, error, refetch } = useQuery({
    queryKey: ['start', session?.user.id],
    queryFn: async () => (await api('GET', '/start'))[0],
    enabled: session !== undefined,
    refetchInterval: 120_000,
  })
  return (
    <Stack spacing={2} sx={{ mt: 1.5 }}>
      <Title title="start.title" />
      <Stack
        direction={{ sm: 'row' }}
        useFlexGap
        sx={{ gap: 1, alignItems: { sm: 'center' }, justifyContent: 'space-between' }}
      >
        <Typography variant="h2" component="p">
          {translate('start.hello', { name: session?.user.name ?? '' })}
        </Typography>
        {mayBook && <BookPerson />}
      </Stack>
      <MailHint />
      <BackupHint />
      <DiskHint />
      {error && (
        <Alert severity="error" action={<Button label="start.again" onClick={() => void refetch()} />}>
          {error.message}
        </Alert>
      )}
      {data && data.heldMailCount > 0 && <HeldMails count={data.heldMailCount} />}
      {data && data.missingLegalItems.length > 0 && (
        <Suspense fallback={null}>
          <MissingLegalItems items={data.missingLegalItems} />
        </Suspense>
      )}
      {mayBook && <UnusualBookings />}
      {data && data.openWithdrawalCount > 0 && <OpenWithdrawals count={data.openWithdrawalCount} />}
      {data ? <Overview start={data} /> : !error && <LoadingSkeleton />}
    </Stack>
  )
}

const LoadingSkeleton = () => (
  <Stack direction="row" spacing={2} aria-hidden>
    {[1, 2, 3, 4].map((index) => (
      <Skeleton key={index} variant="rounded" height={92} sx={{ flex: 1 }} />
    ))}
  </Stack>
)

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
}

function KeyFigures({ start }: { start: Start }) {
  const translate = useTranslate()
  const seesLeads = useHasRight('lead:access')
  const seesTasks = useHasRight('task:access')
  const paths = listPaths(start)
  const hasOverdue = start.overdueCount > 0
  return (
    <Stack
      component="ul"
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', gap: 2, m: 0, p: 0 }}
      aria-label={translate('start.figures')}
    >
      <KeyFigure label={translate('start.dates.figure')} value={start.dateCount} to={paths.dates} />
      <KeyFigure
        label={translate('start.belowMinimum.figure')}
        value={start.belowMinimumCount}
        to={paths.belowMinimum}
        note={start.belowMinimumCount > 0 ? translate('start.belowMinimum.note') : ''}
        isUrgent={start.belowMinimumCount > 0}
      />
      {seesLeads && (
        <KeyFigure
          label={translate('start.leads.figure')}
          value={start.leadCount}
          to={paths.leads}
          note={translate('start.leads.note')}
        />
      )}
      {seesTasks && (
        <>
          <KeyFigure
            label={translate('start.tasks.figure')}
            value={start.taskCount}
            to={paths.tasks}
            note={hasOverdue ? translate('start.tasks.late', { smart_count: start.overdueCount }) : ''}
            noteTo={paths.overdue}
            isUrgent={hasOverdue}
          />
          <KeyFigure
            label={translate('start.tasks.unassigned')}
            value={start.unassignedCount}
            to={paths.unassigned}
          />
        </>
      )}
    </Stack>
  )
}

function Overview({ start }: { start: Start }) {
  const translate = useTranslate()
  const seesContacts = useHasRight('090300:access')
  const seesBookings = useHasRight('booking:access')
  const seesLeads = useHasRight('lead:access')
  const seesTasks = useHasRight('task:access')
  const paths = listPaths(start)
  return (
    <>
      {!start.hasDates && (
        <Suspense fallback={null}>
          <FirstSteps hasEvents={start.hasEvents} hasDates={start.hasDates} />
        </Suspense>
      )}
      <KeyFigures start={start} />
      <Box sx={columns}>
        <Stack spacing={2}>
          <Panel id="start-dates" title={translate('start.dates.title')} to={paths.dates}>
            <DateList dates={start.dates} emptyText={translate('start.dates.none')} />
            {start.dates.length > 0 && <OccupancyLegend />}
          </Panel>
          {seesBookings && start.orderCount + start.funnel.views > 0 && (
            <Panel id="start-orders" title={translate('start.orders.title')} to={paths.orders}>
              <OrderList orders={start.orders} funnel={start.funnel} />
            </Panel>
          )}
          {seesLeads && (
            <Panel id="start-leads" title={translate('start.leads.title')} to={paths.leads}>
              <LeadList leads={start.leads} />
            </Panel>
          )}
        </Stack>
        <Stack spacing={2}>
          {start.bounceCount > 0 && (
            <Panel
              id="start-bounces"
              title={translate('start.bounces.title', { smart_count: start.bounceCount })}
            >
              <BounceList bounces={start.bounces} />
            </Panel>
          )}
          <Panel
            id="start-below-minimum"
            title={translate('start.belowMinimum.title')}
            to={start.belowMinimumCount > 0 ? paths.belowMinimum : undefined}
          >
            <DateList
              dates={start.datesBelowMinimum}
              emptyText={translate('start.belowMinimum.none')}
              isCompact
            />
          </Panel>
          {seesTasks && (
            <Panel id="start-tasks" title={translate('start.tasks.title')} to={paths.tasks}>
              <TaskList tasks={start.tasks} />
            </Panel>
          )}
          {seesBookings && <MessagesAtRisk />}
          <OpenedPanel />
        </Stack>
      </Box>
      <Box
        sx={{
          ...columns,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: seesContacts ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
          },
        }}
      >
        <PlotPanel weeks={start.weeks} metric="bookings" to={seesBookings ? paths.bookings : undefined} />
        {seesContacts && <PlotPanel weeks={start.weeks} metric="signUps" to={paths.signUps} />}
      </Box>
    </>
  )
}
