// Warns administrators that a backup failed or is overdue.
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'

const pollMs = 300_000

/** @param withLast also tells of the last backup if nothing is wrong */
export function BackupHint({ withLast = false }: { withLast?: boolean }) {
  const translate = useTranslate()
  const format = useFormat()
  const isAdmin = useHasRight('admin')
  const { data: [backups] = [] } = useQuery({
    queryKey: ['backups'],
    queryFn: () => api('GET', '/backups'),
    enabled: isAdmin,
    refetchInterval: pollMs,
  })
  if (!backups) return null
  const { lastAt, lastBytes, failedAt, failure, isOverdue, isScheduled } = backups
  const last = lastAt ? format.dateTime(lastAt) : translate('settings.backup.none')
  if (isScheduled && failedAt !== null)
    return (
      <Alert severity="warning">
        {translate('settings.backup.failed', { at: format.dateTime(failedAt), reason: failure, last })}
      </Alert>
    )
  if (isOverdue) return <Alert severity="warning">{translate('settings.backup.overdue', { last })}</Alert>
  if (!withLast || lastAt === null) return null
  return (
    <Alert severity="info">
      {translate('settings.backup.last', { last, size: format.fileSize(lastBytes) })}
    </Alert>
  )
}
