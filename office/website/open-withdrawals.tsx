// Withdrawals on which staff have to decide, on the start page.
import { Alert, Button } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { toQueryString } from '../shell/api/query-string.ts'

const pollMs = 300_000
const filter = { isDone: false }
const listPath = `/withdrawals${toQueryString({ filter: JSON.stringify(filter) })}`

/** Nothing, if there are none. */
export function OpenWithdrawals() {
  const translate = useTranslate()
  const { total = 0 } = useGetList(
    'withdrawals',
    { filter, pagination: { page: 1, perPage: 1 } },
    { refetchInterval: pollMs },
  )
  if (total === 0) return null
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to={listPath} color="inherit" size="small">
          {translate('website.withdrawal.show')}
        </Button>
      }
    >
      {translate('website.withdrawal.open', { smart_count: total })}
    </Alert>
  )
}
