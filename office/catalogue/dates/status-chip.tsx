// The status of a date, as text with a colour.
import { Chip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useLookups } from './lookups.ts'

/** Colours of the theme by status; statuses that users have added are neutral. */
export const statusColors: Record<string, 'info' | 'success' | 'warning' | 'error' | 'default'> = {
  planned: 'info',
  confirmed: 'success',
  running: 'warning',
  completed: 'default',
  cancelled: 'error',
  postponed: 'warning',
}

export function StatusChip({ status }: { status: string }) {
  const { nameOf } = useLookups()
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={statusColors[status] ?? 'default'}
      label={status === '' ? translate('dates.status.none') : nameOf('status', status)}
    />
  )
}
