// Tells administrators that mail does not go out; else it is not there.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useOutboxStatus } from './status.ts'

export function MailHint() {
  const translate = useTranslate()
  const status = useOutboxStatus()
  const isStuck = status && !status.configured && status.waiting > 0
  if (!isStuck && !status?.failed) return null
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to="/outbox-mails" color="inherit" size="small">
          {translate('mail.open')}
        </Button>
      }
    >
      {isStuck
        ? translate('mail.noServerHint', { smart_count: status.waiting })
        : translate('mail.failedHint', { smart_count: status?.failed ?? 0 })}
    </Alert>
  )
}
