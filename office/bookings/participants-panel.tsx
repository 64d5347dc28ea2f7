// Who comes to a date: places, participants, waiting list, others; for the date's page.
import AddIcon from '@mui/icons-material/PersonAdd'
import PrintIcon from '@mui/icons-material/Print'
import { Alert, Box, Button, FormControlLabel, Skeleton, Stack, Switch, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { download } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { useParticipants, useSeats } from './booking-queries.ts'
import { BulkStatus } from './bulk-status.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { ParticipantsTable } from './participants-table.tsx'
import { useNotifiedBookingAction } from './use-booking-action.ts'
import { WaitingList } from './waiting-list.tsx'

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
  const language = useLocale()
  const notify = useNotify()
  const runAction = useNotifiedBookingAction()
  const seesPersons = useHasRight('090300:access')
  const mayWrite = useHasRight(['100100', '090300:access'])
  const { data: seats, error } = useSeats(dateId)
  const { data: bookings = [], error: bookingsError } = useParticipants(dateId, seesPersons)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isDialogOpen, setDialogOpen] = useState(false)
  const failed = error ?? bookingsError
  if (failed) return <Alert severity="error">{translate(failed.message, { _: failed.message })}</Alert>
  if (!seats) return <Skeleton variant="rounded" height={160} />

  const attending = bookings.filter(({ countsAs }) => countsAs === 'booked' || countsAs === 'reserved')
  const waiting = bookings.filter(({ countsAs }) => countsAs === 'waitlisted')
  const others = bookings.filter(({ countsAs }) => countsAs === 'none')
  const file = (format: string): void => {
    download(`/dates/${dateId}/participants.${format}?language=${language}`).catch((reason: Error) =>
      notify(reason.message, { type: 'error' }),
    )
  }
  const renderTable = (rows: typeof bookings, label: string) => (
    <ParticipantsTable
      bookings={rows}
      chosen={chosen}
      onChoose={setChosen}
      mayWrite={mayWrite}
      label={label}
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
          <OccupancyBar places={seats} />
        </Box>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {mayWrite && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => setDialogOpen(true)}>
              {translate('participations.book')}
            </Button>
          )}
          {seesPersons && (
            <>
              <Button
                component={RouterLink}
                to={`/dates/${dateId}/participants/print`}
                target="_blank"
                startIcon={<PrintIcon />}
              >
                {translate('participations.print.menu')}
              </Button>
              <Button onClick={() => file('csv')}>CSV</Button>
              <Button onClick={() => file('xlsx')}>XLSX</Button>
            </>
          )}
        </Stack>
      </Stack>
      {!seesPersons && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {translate('participations.noPersons')}
        </Alert>
      )}
      {mayWrite && <BulkStatus chosen={chosen} onDone={() => setChosen(new Set())} />}
      {seesPersons && (
        <Section title={translate('participations.coming', { smart_count: attending.length })}>
          {attending.length > 0 ? (
            renderTable(attending, translate('participations.coming', { smart_count: attending.length }))
          ) : (
            <Typography color="text.secondary">{translate('participations.nobody')}</Typography>
          )}
        </Section>
      )}
      {(seats.waitingList || waiting.length > 0) && (
        <Section title={translate('participations.waitingCount', { smart_count: seats.waitlisted })}>
          {waiting.length > 0 && seats.free > 0 && (
            <Alert
              severity="info"
              sx={{ mb: 1 }}
              action={
                mayWrite && (
                  <Button
                    color="inherit"
                    onClick={() => runAction('POST', `/dates/${dateId}/waiting-list/move-up`, undefined, 0)}
                  >
                    {translate('participations.fill')}
                  </Button>
                )
              }
            >
              {translate('participations.couldMoveUp', { free: seats.free })}
            </Alert>
          )}
          <FormControlLabel
            control={
              <Switch
                checked={seats.movesUp}
                disabled={!mayWrite}
                onChange={(_event, movesUp) => runAction('PATCH', `/dates/${dateId}/places`, { movesUp }, 1)}
              />
            }
            label={translate('participations.movesUp')}
          />
          <WaitingList dateId={dateId} waitlisted={waiting} freeSeats={seats.free} mayWrite={mayWrite} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title={translate('participations.others', { smart_count: others.length })}>
          {renderTable(others, translate('participations.others', { smart_count: others.length }))}
        </Section>
      )}
      {isDialogOpen && <BookingDialog dateId={dateId} onClose={() => setDialogOpen(false)} />}
    </Box>
  )
}
