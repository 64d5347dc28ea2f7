// What can be done with a date as a whole: copy, postpone, cancel, delete.
import CopyIcon from '@mui/icons-material/ContentCopy'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import CancelIcon from '@mui/icons-material/EventBusy'
import MoveIcon from '@mui/icons-material/EventRepeat'
import ShowIcon from '@mui/icons-material/Visibility'
import HideIcon from '@mui/icons-material/VisibilityOff'
import { Stack } from '@mui/material'
import { useRecordContext, useRefresh } from 'ra-core'
import { useState } from 'react'
import { Button, Confirm, useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { BookingCounts } from './booking-counts.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { useDateAction, useDateUpdate } from './use-date-action.ts'

export function DateActions() {
  const date = useRecordContext<DateRecord>()
  const mayEdit = useHasRight('100100')
  const [open, setOpen] = useState<'publish' | 'copy' | 'move' | 'cancel' | 'remove'>()
  const notify = useNotify()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const runAction = useDateAction()
  const updateDate = useDateUpdate()
  if (!date || !mayEdit) return null
  const close = () => setOpen(undefined)

  const cancel = async (): Promise<void> => {
    const done = await updateDate(date, { status: 'cancelled' })
    close()
    if (!done) return
    notify('dates.cancel.done')
    refresh()
  }
  const unpublish = async (): Promise<void> => {
    const done = await updateDate(date, { isPublished: false })
    if (!done) return
    notify('dates.publish.taken')
    refresh()
  }
  const deleteDate = async (): Promise<void> => {
    const done = await runAction('DELETE', `/dates/${date.id}`)
    close()
    if (!done) return
    notify('dates.remove_date.done')
    navigate('/dates')
  }

  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      {date.isPublished ? (
        <Button label="dates.bulk.unpublish" onClick={unpublish}>
          <HideIcon />
        </Button>
      ) : (
        <Button label="dates.bulk.publish" onClick={() => setOpen('publish')}>
          <ShowIcon />
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
      <Button label="dates.remove_date.action" color="error" onClick={() => setOpen('remove')}>
        <DeleteIcon />
      </Button>
      {open === 'publish' && <PublishDialog date={date} close={close} />}
      {open === 'copy' && <CopyDialog date={date} close={close} />}
      {open === 'move' && <MoveDialog date={date} close={close} done={refresh} />}
      <Confirm
        isOpen={open === 'cancel'}
        title="dates.cancel.title"
        content={<BookingCounts date={date} />}
        confirm="dates.cancel.action"
        confirmColor="warning"
        onConfirm={cancel}
        onClose={close}
      />
      <Confirm
        isOpen={open === 'remove'}
        title="dates.remove_date.title"
        content="dates.remove_date.text"
        confirm="dates.remove_date.action"
        confirmColor="warning"
        onConfirm={deleteDate}
        onClose={close}
      />
    </Stack>
  )
}
