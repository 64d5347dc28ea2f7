// A contact or company that is there already: told with a link to it.
import { Alert, Link as MuiLink } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { ApiError } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'

/** `/restapi/v1/contacts/12` → `/contacts/12/show` */
const recordPath = (location: string): string | undefined => {
  const match = /\/(contacts|companies)\/(\d+)$/.exec(location)
  return match ? `/${match[1]}/${match[2]}/show` : undefined
}

/** The path of the record that an error (409) names. */
export const existingPath = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 409
    ? recordPath(error.headers.get('location') ?? '')
    : undefined

export function useNotifyExisting(): (error: unknown) => void {
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const translate = useTranslate()
  return (error) => {
    if (error instanceof ApiError && error.body.errors) return
    const message = error instanceof Error ? error.message : 'shell.error.server'
    const path = existingPath(error)
    if (!path) {
      notify(message, {
        type: error instanceof ApiError && error.isDecision ? 'info' : 'error',
        messageArgs: { _: translate(message, { _: translateMessage(message) }) },
      })
      return
    }
    notify(
      <Alert severity="warning" variant="outlined" sx={{ bgcolor: 'background.paper' }}>
        {translateMessage(message)}{' '}
        <MuiLink component={Link} to={path} color="inherit" underline="always">
          {translate('contacts.openExisting')}
        </MuiLink>
      </Alert>,
      { type: 'warning', autoHideDuration: 20_000 },
    )
  }
}
