// The bookings of a date: seats, participants, waiting list, others.

import AttendanceIcon from '@mui/icons-material/FactCheckOutlined'
import AddIcon from '@mui/icons-material/PersonAdd'
import { Alert, Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { isActive, isWaitlisted, takesSeat } from '../../server/bookings/booking-statuses.ts'
import { isCompleted } from '../../server/catalogue/records/date-statuses.ts'
import { bookContactsRights, bookingRights } from '../../server/platform/ground/rights.ts'
import { useMessageDialog } from '../messages/message-dialog.tsx'
import { useAction } from '../shell/api/action.ts'
import { api, apiPath, exportFile } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useToday } from '../shell/language/today.ts'
import { BookingDialog } from './booking-dialog.tsx'
import {
  type Booking,
  type DateSeats,
  useAttendingText,
  useBookingsOfDate,
  useSeats,
} from './booking-queries.ts'
import { BookingsTable } from './bookings-table.tsx'
import { BulkStatus } from './bulk-status.tsx'
import { CancelSeveralDialog } from './dialogs/cancel-several-dialog.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { PendingBookings, usePendingBookings } from './pending-bookings.tsx'
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

/** Opens the attendance sheet, and exports the list. */
function ListButtons({ dateId, hasSheet }: { dateId: number; hasSheet: boolean }) {
  const translate = useTranslate()
  const language = useLocale()
  const mayExport = useHasRight('export')
  const { run: exportList } = useAction((fileFormat: 'csv' | 'xlsx') =>
    exportFile(
      apiPath('/dates/{dateId}/bookings/export', {
        params: { dateId },
        query: { format: fileFormat, language: language === 'de' ? 'de' : 'en' },
      }),
    ),
  )
  return (
    <>
      {hasSheet && (
        <Button component={RouterLink} to={`/dates/${dateId}/attendance`} startIcon={<AttendanceIcon />}>
          {translate('attendance.action')}
        </Button>
      )}
      {mayExport && (
        <>
          <Button onClick={() => exportList('csv')}>CSV</Button>
          <Button onClick={() => exportList('xlsx')}>XLSX</Button>
        </>
      )}
    </>
  )
}

/** Gives free seats to the waiting list, after asking which messages are sent. */
function usePromotion(dateId: number) {
  const params = { dateId }
  const { ask, dialog: messageDialog } = useMessageDialog()
  const { run: promote } = useBookingAction(
    async () => {
      const input = await ask('bookings.promote', () =>
        api('POST', '/dates/{dateId}/waiting-list/promote/message-preview', { params, body: {} }),
      )
      return api('POST', '/dates/{dateId}/waiting-list/promote', { params, body: input })
    },
    { requestedCount: () => 0 },
  )
  return { promote: () => void promote(), messageDialog }
}

interface WaitingProps {
  dateId: number
  seats: DateSeats
  waiting: readonly Booking[]
  mayWrite: boolean
  onPromote: () => void
}

/** The waiting list with its rule; seats that are free can be given to it. */
function WaitingSection({ dateId, seats, waiting, mayWrite, onPromote }: WaitingProps) {
  const translate = useTranslate()
  return (
    <Section title={translate('bookings.waitingCount', { smart_count: seats.waitlistedCount })}>
      {waiting.length > 0 && seats.freeSeats > 0 && (
        <Alert
          severity="info"
          sx={{ mb: 1 }}
          action={
            mayWrite && (
              <Button color="inherit" onClick={onPromote}>
                {translate('bookings.promoteNow')}
              </Button>
            )
          }
        >
          {translate('bookings.canPromote', { smart_count: seats.freeSeats })}
        </Alert>
      )}
      <WaitingListRule seats={seats} mayWrite={useHasRight('catalogue:edit')} />
      <WaitingList dateId={dateId} waitlisted={waiting} freeSeats={seats.freeSeats} mayWrite={mayWrite} />
    </Section>
  )
}

interface HeadProps {
  seats: DateSeats
  dateId: number
  mayBook: boolean
  seesPersons: boolean
  /** Whether the date has an attendance sheet. */
  hasSheet: boolean
  onBook: () => void
}

/** How full the date is, and what can be done with its bookings. */
function Head({ seats, dateId, mayBook, seesPersons, hasSheet, onBook }: HeadProps) {
  const translate = useTranslate()
  const today = useToday()
  const isOver = isCompleted(seats) || (seats.endDate !== '' && seats.endDate < today)
  return (
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
        {mayBook && (
          <Button variant={isOver ? 'text' : 'contained'} startIcon={<AddIcon />} onClick={onBook}>
            {translate(isOver ? 'bookings.bookAfterwards' : 'bookings.book')}
          </Button>
        )}
        {seesPersons && <ListButtons dateId={dateId} hasSheet={hasSheet} />}
      </Stack>
    </Stack>
  )
}

/** @param active the bookings that the user may cancel */
function CancelledNotice({ active, onCancelAll }: { active: readonly Booking[]; onCancelAll: () => void }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="warning"
      sx={{ mt: 2 }}
      action={
        active.length > 0 && (
          <Button color="inherit" onClick={onCancelAll}>
            {translate('bookings.cancelAll', { smart_count: active.length })}
          </Button>
        )
      }
    >
      {translate('bookings.dateCancelled')}
    </Alert>
  )
}

export function ParticipantsPanel({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const attendingText = useAttendingText()
  const seesPersons = useHasRight('booking:access')
  const mayWrite = useHasRight(bookingRights)
  const mayBook = useHasRight(bookContactsRights)
  const { data: seats, error } = useSeats(dateId)
  const { data: bookings = [], error: bookingsError } = useBookingsOfDate(dateId, seesPersons)
  const pending = usePendingBookings(dateId, seesPersons)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [cancelled, setCancelled] = useState<typeof bookings>()
  const { promote, messageDialog } = usePromotion(dateId)
  const readError = error ?? bookingsError
  if (readError) return <Alert severity="error">{readError.message}</Alert>
  if (!seats) return <Skeleton variant="rounded" height={160} />

  const attending = bookings.filter(takesSeat)
  const waiting = bookings.filter(isWaitlisted)
  const others = bookings.filter((booking) => !isActive(booking))
  const active = bookings.filter(isActive)
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
      <Head
        seats={seats}
        dateId={dateId}
        mayBook={mayBook && seats.goesAhead}
        seesPersons={seesPersons}
        hasSheet={seats.modules.length === 0 && attending.length > 0}
        onBook={() => setDialogOpen(true)}
      />
      {!seats.goesAhead && (
        <CancelledNotice active={mayWrite ? active : []} onCancelAll={() => setCancelled(active)} />
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
        <WaitingSection
          dateId={dateId}
          seats={seats}
          waiting={waiting}
          mayWrite={mayWrite}
          onPromote={promote}
        />
      )}
      {others.length > 0 && (
        <Section title={translate('bookings.others', { smart_count: others.length })}>
          {renderTable(others, translate('bookings.others', { smart_count: others.length }))}
        </Section>
      )}
      {messageDialog}
      {cancelled && <CancelSeveralDialog bookings={cancelled} onClose={() => setCancelled(undefined)} />}
      {isDialogOpen && <BookingDialog dateId={dateId} onClose={() => setDialogOpen(false)} />}
    </Box>
  )
}
