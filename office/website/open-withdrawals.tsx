// Withdrawals on which staff have to decide, on the start page.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

const listPath = `/withdrawals?filter=${encodeURIComponent('{"isDone":false}')}`

export function OpenWithdrawals({ count }: { count: number }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to={listPath} color="inherit" size="small">
          {translate('website.withdrawal.show')}
        </Button>
      }
    >
      {translate('website.withdrawal.open', { smart_count: count })}
    </Alert>
  )
}
