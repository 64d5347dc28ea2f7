// Who comes to a date: places, participants, waiting list, others; for the date's page.
import AddIcon from '@mui/icons-material/PersonAdd'
import PrintIcon from '@mui/icons-material/Print'
import { Alert, Box, Button, FormControlLabel, Skeleton, Stack, Switch, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { download } from '../shell/api/api.ts'
import { useMay } from '../shell/api/session.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { useParticipants, usePlaces } from './booking-queries.ts'
import { BulkStatus } from './bulk-status.tsx'
import { OccupancyBar } from './occupancy-bar.tsx'
import { ParticipantsTable } from './participants-table.tsx'
import { useToldDeed } from './use-booking-action.ts'
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
  const tell = useToldDeed()
  const seesPersons = useMay('090300:access')
  const mayWrite = useMay(['100100', '090300:access'])
  const { data: places, error } = usePlaces(dateId)
  const { data: bookings = [], error: fault } = useParticipants(dateId, seesPersons)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [books, setBooks] = useState(false)
  const failed = error ?? fault
  if (failed) return <Alert severity="error">{translate(failed.message, { _: failed.message })}</Alert>
  if (!places) return <Skeleton variant="rounded" height={160} />

  const coming = bookings.filter(({ countsAs }) => countsAs === 'booked' || countsAs === 'reserved')
  const waiting = bookings.filter(({ countsAs }) => countsAs === 'waitlisted')
  const others = bookings.filter(({ countsAs }) => countsAs === 'none')
  const file = (format: string): void => {
    download(`/dates/${dateId}/participants.${format}?language=${language}`).catch((reason: Error) =>
      notify(reason.message, { type: 'error' }),
    )
  }
  const table = (rows: typeof bookings, label: string) => (
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
          <OccupancyBar places={places} />
        </Box>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {mayWrite && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => setBooks(true)}>
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
        <Section title={translate('participations.coming', { smart_count: coming.length })}>
          {coming.length > 0 ? (
            table(coming, translate('participations.coming', { smart_count: coming.length }))
          ) : (
            <Typography color="text.secondary">{translate('participations.nobody')}</Typography>
          )}
        </Section>
      )}
      {(places.waitingList || waiting.length > 0) && (
        <Section title={translate('participations.waitingCount', { smart_count: places.waitlisted })}>
          {waiting.length > 0 && places.free > 0 && (
            <Alert
              severity="info"
              sx={{ mb: 1 }}
              action={
                mayWrite && (
                  <Button
                    color="inherit"
                    onClick={() => tell('POST', `/dates/${dateId}/waiting-list/move-up`, undefined, 0)}
                  >
                    {translate('participations.fill')}
                  </Button>
                )
              }
            >
              {translate('participations.couldMoveUp', { free: places.free })}
            </Alert>
          )}
          <FormControlLabel
            control={
              <Switch
                checked={places.movesUp}
                disabled={!mayWrite}
                onChange={(_event, movesUp) => tell('PATCH', `/dates/${dateId}/places`, { movesUp }, 1)}
              />
            }
            label={translate('participations.movesUp')}
          />
          <WaitingList dateId={dateId} waiting={waiting} free={places.free} mayWrite={mayWrite} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title={translate('participations.others', { smart_count: others.length })}>
          {table(others, translate('participations.others', { smart_count: others.length }))}
        </Section>
      )}
      {books && <BookingDialog dateId={dateId} onClose={() => setBooks(false)} />}
    </Box>
  )
}
