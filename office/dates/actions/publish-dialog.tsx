// Publishing a date: first what was found on it.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useRefresh, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'
import { CheckPanel } from '../../catalogue/check-panel.tsx'
import { useDateUpdate } from './use-date-action.ts'

export function PublishDialog({ date, close }: { date: DateRecord; close: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const change = useDateUpdate()
  const [busy, setBusy] = useState(false)
  const [, setQuery] = useSearchParams()

  const publish = async (): Promise<void> => {
    setBusy(true)
    const done = await change(date, { isPublished: true })
    setBusy(false)
    close()
    if (!done) return
    notify('dates.publish.done')
    refresh()
  }

  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="publish-title">
      <DialogTitle id="publish-title">{translate('dates.publish.title')}</DialogTitle>
      <DialogContent>
        <CheckPanel
          of={{ dateId: date.id }}
          onFieldSelected={(field) => {
            close()
            setQuery({ field })
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={publish} loading={busy}>
          {translate('dates.bulk.publish')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
