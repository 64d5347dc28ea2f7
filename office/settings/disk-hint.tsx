// Warns administrators that little disk space is left.
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'

const pollMs = 300_000

export function DiskHint() {
  const translate = useTranslate()
  const format = useFormat()
  const isAdmin = useHasRight('admin')
  const { data = [] } = useQuery({
    queryKey: ['disks'],
    queryFn: () => api('GET', '/disks'),
    enabled: isAdmin,
    refetchInterval: pollMs,
  })
  return data
    .filter(({ isLow }) => isLow)
    .map(({ contents, freeBytes, totalBytes }) => (
      <Alert key={contents.join()} severity="warning">
        {translate('settings.disk.low', {
          contents: contents.map((content) => translate(`settings.disk.${content}`)).join(', '),
          free: format.fileSize(freeBytes),
          total: format.fileSize(totalBytes),
        })}
      </Alert>
    ))
}
