// Dates of a trainer or a location that are at the same time, or during an absence.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { Answer } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'

type Conflict = Answer<'GET', '/trainers/{trainerId}/schedule-conflicts'>

function useConflictText(): (conflict: Conflict) => string {
  const translate = useTranslate()
  const format = useFormat()
  return ({ day, title, otherDateId, otherTitle, name }) => {
    const params = { day: format.date(day), title, other: otherTitle }
    if (otherDateId === 0)
      return name
        ? translate('catalogue.conflict.absentFor', { ...params, reason: name })
        : translate('catalogue.conflict.absent', params)
    return name
      ? translate('catalogue.conflict.inRoom', { ...params, room: name })
      : translate('catalogue.conflict.both', params)
  }
}

export function ScheduleConflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const translate = useTranslate()
  const textOf = useConflictText()
  if (conflicts.length === 0) return null
  return (
    <Alert
      severity="warning"
      sx={{ '& .MuiAlert-message': { flex: 1, py: 0 }, '& li:first-of-type': { borderTop: 0 } }}
    >
      <RecordRows label={translate('resources.trainers.fields.overlapCheck')}>
        {conflicts.map((conflict) => (
          <RecordRow
            key={`${conflict.dateId} ${conflict.otherDateId} ${conflict.day}`}
            title={textOf(conflict)}
          >
            <Button
              size="small"
              color="inherit"
              component={Link}
              to={`/dates/${conflict.otherDateId || conflict.dateId}`}
            >
              {translate('catalogue.check.openDate')}
            </Button>
          </RecordRow>
        ))}
      </RecordRows>
    </Alert>
  )
}
