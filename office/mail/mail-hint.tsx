// Warns administrators about mail that is not sent.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useOutboxStatus } from './status.ts'

export function MailHint() {
  const translate = useTranslate()
  const status = useOutboxStatus()
  const isStuck = status && !status.isConfigured && status.waitingCount > 0
  if (!isStuck && !status?.failedCount) return null
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
        ? translate('mail.noServerHint', { smart_count: status.waitingCount })
        : translate('mail.failedHint', { smart_count: status?.failedCount ?? 0 })}
    </Alert>
  )
}
