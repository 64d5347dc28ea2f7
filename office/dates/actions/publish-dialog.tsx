// Publishes a date, after showing the findings of the check.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { CheckPanel } from '../../catalogue/check-panel.tsx'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { useAction } from '../../shell/api/action.ts'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { updateDate } from './save-date.ts'

export function PublishDialog({ date, close }: { date: EventDate; close: () => void }) {
  const translate = useTranslate()
  const [, setQuery] = useSearchParams()
  const { run, busy } = useAction(() => updateDate(date, { isPublished: true }), {
    success: 'dates.publish.done',
    refresh: 'page',
    onError: useNotifyFieldErrors(),
  })
  const publish = async (): Promise<void> => {
    await run()
    close()
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
