import WriteIcon from '@mui/icons-material/MailOutlined'
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { messageRights } from '../../server/platform/ground/rights.ts'
import { useHasRight } from '../shell/api/session.ts'
import { WriteDialog } from './write-dialog.tsx'

/** Writes a message to bookings or contacts. */
export function WriteButton({ to }: { to: Parameters<typeof WriteDialog>[0]['to'] }) {
  const translate = useTranslate()
  const mayWrite = useHasRight(messageRights)
  const [isOpen, setOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <Button size="small" startIcon={<WriteIcon />} onClick={() => setOpen(true)}>
        {translate('messages.write')}
      </Button>
      {isOpen && <WriteDialog to={to} onClose={() => setOpen(false)} />}
    </>
  )
}
