// Mails of visitors beyond their budget, on the start page.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

const listPath = `/outbox-mails?filter=${encodeURIComponent('{"status":"held"}')}`

export function HeldMails({ count }: { count: number }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to={listPath} color="inherit" size="small">
          {translate('mail.held.show')}
        </Button>
      }
    >
      {translate('mail.held.text', { smart_count: count })}
    </Alert>
  )
}
