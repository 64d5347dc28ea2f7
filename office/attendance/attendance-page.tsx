// The page on which the attendance of a date is recorded.

import {
  Alert,
  Button,
  Card,
  Link,
  Skeleton,
  Stack,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Title } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { bookingRights } from '../../server/platform/ground/rights.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { RecordErrorPage } from '../shell/page/message-page.tsx'
import type { Sheet } from './sheet.ts'
import { SheetByHalfDay, SheetTable } from './sheet-table.tsx'
import { TrainerLinks } from './trainer-links.tsx'
import { useSheet } from './use-sheet.ts'

/** Why there is nothing to record; undefined: there is. */
function hintOf({ isSeries, halfDays, participants }: Sheet): string | undefined {
  if (isSeries) return 'attendance.ofModules'
  if (halfDays.length === 0) return 'attendance.noHalfDays'
  return participants.length === 0 ? 'attendance.nobody' : undefined
}

function SaveState({
  unsavedCount,
  isLost,
  retry,
}: Omit<ReturnType<typeof useSheet>, 'record' | 'sheet' | 'error'>) {
  const translate = useTranslate()
  if (isLost)
    return (
      <Alert
        severity="warning"
        sx={{ position: 'sticky', top: 56, zIndex: 2 }}
        action={
          <Button color="inherit" size="small" onClick={retry}>
            {translate('attendance.retry')}
          </Button>
        }
      >
        {translate('attendance.lost', { smart_count: unsavedCount })}
      </Alert>
    )
  return (
    <Typography variant="body2" color="textSecondary" role="status">
      {translate(unsavedCount > 0 ? 'attendance.saving' : 'attendance.saved')}
    </Typography>
  )
}

function Content({ dateId }: { dateId: number }): ReactNode {
  const translate = useTranslate()
  const format = useFormat()
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'))
  const mayWrite = useHasRight(bookingRights)
  const { sheet, error, record, ...saving } = useSheet(dateId)
  if (error) return <RecordErrorPage error={error} resource="dates" />
  if (!sheet) return <Skeleton variant="rounded" height={240} />
  const hint = hintOf(sheet)
  const Shown = isWide ? SheetTable : SheetByHalfDay
  return (
    <Stack spacing={1.5} sx={{ mt: 1 }}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={1.5}>
          <Title title={translate('attendance.title', { name: sheet.title })} />
          <div>
            <Link component={RouterLink} underline="always" to={`/dates/${dateId}`}>
              {sheet.title}
            </Link>
            {` · ${format.span(sheet.startDate, sheet.endDate)}`}
          </div>
          {!sheet.goesAhead && <Alert severity="warning">{translate('attendance.dateCancelled')}</Alert>}
          {hint ? (
            <Typography color="textSecondary">{translate(hint)}</Typography>
          ) : (
            <>
              {mayWrite && <SaveState {...saving} />}
              <Shown sheet={sheet} mayWrite={mayWrite && sheet.goesAhead} record={record} />
            </>
          )}
        </Stack>
      </Card>
      {mayWrite && <TrainerLinks dateId={dateId} />}
    </Stack>
  )
}

export function AttendancePage() {
  const dateId = Number(useParams()['dateId'])
  return <Content key={dateId} dateId={dateId} />
}
