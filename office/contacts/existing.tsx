// A contact or company that is there already: told with a link to it.
import { Alert, Link as MuiLink } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { ApiError } from '../shell/api/api.ts'
import { useSay } from '../shell/api/server-message.ts'

/** `/restapi/v1/contacts/12` → `/contacts/12/show` */
const pathOf = (location: string): string | undefined => {
  const found = /\/(contacts|companies)\/(\d+)$/.exec(location)
  return found ? `/${found[1]}/${found[2]}/show` : undefined
}

/** The path of the record that an error (409) names. */
export const existingPath = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 409 ? pathOf(error.headers.get('location') ?? '') : undefined

export function useTellExisting(): (error: unknown) => void {
  const notify = useNotify()
  const say = useSay()
  const translate = useTranslate()
  return (error) => {
    if (error instanceof ApiError && error.body.errors) return
    const message = error instanceof Error ? error.message : 'shell.error.server'
    const path = existingPath(error)
    if (!path) {
      notify(message, {
        type: message.startsWith('shell.conflict.') ? 'info' : 'error',
        messageArgs: { _: translate(message, { _: say(message) }) },
      })
      return
    }
    notify(
      <Alert severity="warning" variant="outlined" sx={{ bgcolor: 'background.paper' }}>
        {say(message)}{' '}
        <MuiLink component={Link} to={path} color="inherit" underline="always">
          {translate('contacts.openExisting')}
        </MuiLink>
      </Alert>,
      { type: 'warning', autoHideDuration: 20_000 },
    )
  }
}
