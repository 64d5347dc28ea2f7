// The actions on a whole date; publishing is one of its next steps: withdraw, copy, move, cancel, delete.
import CopyIcon from '@mui/icons-material/ContentCopy'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import CancelIcon from '@mui/icons-material/EventBusy'
import MoveIcon from '@mui/icons-material/EventRepeat'
import HideIcon from '@mui/icons-material/VisibilityOff'
import { Stack } from '@mui/material'
import { useRecordContext } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import { ConfirmButton } from '../../shell/form/confirm-button.tsx'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { updateDate } from './save-date.ts'

function Actions({ date }: { date: EventDate }) {
  const [open, setOpen] = useState<'copy' | 'move' | 'cancel'>()
  const mayPublish = useHasRight('catalogue:publish')
  const navigate = useNavigate()
  const onError = useNotifyFieldErrors()
  const unpublish = useAction(() => updateDate(date, { isPublished: false }), {
    success: 'dates.publish.undone',
    refresh: 'page',
    onError,
  })
  const close = () => setOpen(undefined)

  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      {date.isPublished && mayPublish && (
        <Button label="dates.bulk.unpublish" onClick={() => unpublish.run()} disabled={unpublish.busy}>
          <HideIcon />
        </Button>
      )}
      <Button label="dates.copy.action" onClick={() => setOpen('copy')}>
        <CopyIcon />
      </Button>
      <Button label="dates.move.action" onClick={() => setOpen('move')}>
        <MoveIcon />
      </Button>
      {date.goesAhead && (
        <Button label="dates.cancel.action" color="error" onClick={() => setOpen('cancel')}>
          <CancelIcon />
        </Button>
      )}
      <ConfirmButton
        label="dates.delete.action"
        title="dates.delete.title"
        text="dates.delete.text"
        icon={<DeleteIcon />}
        color="error"
        onConfirm={() => api('DELETE', '/dates/{dateId}', { params: { dateId: date.id } })}
        success="dates.delete.done"
        onSuccess={() => navigate('/dates')}
      />
      {open === 'copy' && <CopyDialog date={date} close={close} />}
      {open === 'cancel' && <CancelDialog date={date} close={close} />}
      {open === 'move' && <MoveDialog date={date} close={close} />}
    </Stack>
  )
}

export function DateActions() {
  const date = useRecordContext<EventDate>()
  const mayEdit = useHasRight('catalogue:edit')
  return date && mayEdit ? <Actions date={date} /> : null
}
