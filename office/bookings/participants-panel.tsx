// The bookings of a date: seats, participants, waiting list, others.
import AttendanceIcon from '@mui/icons-material/FactCheckOutlined'
import AddIcon from '@mui/icons-material/PersonAdd'
import { Alert, Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useTellDialog } from '../messages/tell-dialog.tsx'
import { PendingBookings, usePendingBookings } from '../orders/pending-bookings.tsx'
import { useAction } from '../shell/api/action.ts'
import { api, apiPath, download } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useToday } from '../shell/app/today.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { useAttendingText, useBookingsOfDate, useSeats } from './booking-queries.ts'
import { BookingsTable } from './bookings-table.tsx'
import { BulkStatus } from './bulk-status.tsx'
import { CancelSeveralDialog } from './dialogs/cancel-several-dialog.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { useBookingAction } from './use-booking-action.ts'
import { WaitingList, WaitingListRule } from './waiting-list.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" sx={{ mt: 3 }}>
    <Typography component="h3" variant="h6" gutterBottom>
      {title}
    </Typography>
    {children}
  </Box>
)

export function ParticipantsPanel({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const attendingText = useAttendingText()
  const language = useLocale()
  const seesPersons = useHasRight('090300:access')
  const mayWrite = useHasRight(['100100', '090300:access'])
  const { data: seats, error } = useSeats(dateId)
  const { data: bookings = [], error: bookingsError } = useBookingsOfDate(dateId, seesPersons)
  const pending = usePendingBookings(dateId, seesPersons)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [cancelled, setCancelled] = useState<typeof bookings>()
  const today = useToday()
  const params = { dateId }
  const { ask, dialog: tellDialog } = useTellDialog()
  const { run: promote } = useBookingAction(
    async () => {
      const told = await ask('bookings.promote', () =>
        api('POST', '/dates/{dateId}/waiting-list/promote/message-preview', { params, body: {} }),
      )
      return api('POST', '/dates/{dateId}/waiting-list/promote', { params, body: told })
    },
    { requestedCount: () => 0 },
  )
  const { run: exportFile } = useAction((fileFormat: 'csv' | 'xlsx') =>
    download(
      apiPath('/dates/{dateId}/bookings/export', {
        params,
        query: { format: fileFormat, language: language === 'de' ? 'de' : 'en' },
      }),
    ),
  )
  const readError = error ?? bookingsError
  if (readError) return <Alert severity="error">{readError.message}</Alert>
  if (!seats) return <Skeleton variant="rounded" height={160} />

  const isOver = seats.status === 'completed' || (seats.endDate !== '' && seats.endDate < today)
  const attending = bookings.filter(({ countsAs }) => countsAs === 'booked' || countsAs === 'reserved')
  const waiting = bookings.filter(({ countsAs }) => countsAs === 'waitlisted')
  const others = bookings.filter(({ countsAs }) => countsAs === 'none')
  const active = bookings.filter(({ countsAs }) => countsAs !== 'none')
  const pendingText = translate('orders.pending.title', { smart_count: pending.length })
  const renderTable = (rows: typeof bookings, label: string) => (
    <BookingsTable
      bookings={rows}
      of="date"
      mayWrite={mayWrite}
      label={label}
      {...(mayWrite && { selection: { chosen, onChoose: setChosen } })}
    />
  )

  return (
    <Box>
      <Stack
        direction="row"
        spacing={2}
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between' }}
      >
        <Box sx={{ flex: '1 1 320px', maxWidth: 560 }}>
          <OccupancyBar seats={seats} />
        </Box>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {mayWrite && seats.goesAhead && (
            <Button
              variant={isOver ? 'text' : 'contained'}
              startIcon={<AddIcon />}
              onClick={() => setDialogOpen(true)}
            >
              {translate(isOver ? 'bookings.bookAfterwards' : 'bookings.book')}
            </Button>
          )}
          {seesPersons && (
            <>
              {seats.modules.length === 0 && attending.length > 0 && (
                <Button
                  component={RouterLink}
                  to={`/dates/${dateId}/attendance`}
                  startIcon={<AttendanceIcon />}
                >
                  {translate('attendance.action')}
                </Button>
              )}
              <Button onClick={() => exportFile('csv')}>CSV</Button>
              <Button onClick={() => exportFile('xlsx')}>XLSX</Button>
            </>
          )}
        </Stack>
      </Stack>
      {!seats.goesAhead && (
        <Alert
          severity="warning"
          sx={{ mt: 2 }}
          action={
            mayWrite &&
            active.length > 0 && (
              <Button color="inherit" onClick={() => setCancelled(active)}>
                {translate('bookings.cancelAll', { smart_count: active.length })}
              </Button>
            )
          }
        >
          {translate('bookings.dateCancelled')}
        </Alert>
      )}
      {!seesPersons && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {translate('bookings.noPersons')}
        </Alert>
      )}
      {mayWrite && (
        <BulkStatus
          chosen={bookings.filter(({ id }) => chosen.has(id))}
          onDone={() => setChosen(new Set())}
        />
      )}
      {seesPersons && (
        <Section title={attendingText(attending)}>
          {attending.length > 0 ? (
            renderTable(attending, attendingText(attending))
          ) : (
            <Typography color="text.secondary">{translate('bookings.nobody')}</Typography>
          )}
        </Section>
      )}
      {pending.length > 0 && (
        <Section title={pendingText}>
          <PendingBookings bookings={pending} label={pendingText} />
        </Section>
      )}
      {(seats.hasWaitingList || waiting.length > 0) && (
        <Section title={translate('bookings.waitingCount', { smart_count: seats.waitlistedCount })}>
          {waiting.length > 0 && seats.freeSeats > 0 && (
            <Alert
              severity="info"
              sx={{ mb: 1 }}
              action={
                mayWrite && (
                  <Button color="inherit" onClick={() => promote()}>
                    {translate('bookings.promoteNow')}
                  </Button>
                )
              }
            >
              {translate('bookings.canPromote', { smart_count: seats.freeSeats })}
            </Alert>
          )}
          <WaitingListRule seats={seats} mayWrite={mayWrite} />
          <WaitingList dateId={dateId} waitlisted={waiting} freeSeats={seats.freeSeats} mayWrite={mayWrite} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title={translate('bookings.others', { smart_count: others.length })}>
          {renderTable(others, translate('bookings.others', { smart_count: others.length }))}
        </Section>
      )}
      {tellDialog}
      {cancelled && <CancelSeveralDialog bookings={cancelled} onClose={() => setCancelled(undefined)} />}
      {isDialogOpen && <BookingDialog dateId={dateId} onClose={() => setDialogOpen(false)} />}
    </Box>
  )
}
