// The error for a contact or company that exists already, with a link to it.
import { Alert, Link as MuiLink } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { ApiError } from '../shell/api/api.ts'

/** The record that an error 409 refers to by `Location: /restapi/v1/contacts/12`. */
export function existingRecord(error: unknown): { resource: string; id: number } | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const [, resource, id] = /\/(contacts|companies)\/(\d+)$/.exec(error.headers.get('location') ?? '') ?? []
  return resource ? { resource, id: Number(id) } : undefined
}

export function useNotifyExisting(): (error: unknown) => void {
  const notify = useNotify()
  const translate = useTranslate()
  return (error) => {
    if (error instanceof ApiError && error.body.errors) return
    const message = error instanceof Error ? error.message : translate('shell.error.server')
    const existing = existingRecord(error)
    if (!existing) {
      notify(message, { type: error instanceof ApiError && error.isDecision ? 'info' : 'error' })
      return
    }
    notify(
      <Alert severity="warning" variant="outlined" sx={{ bgcolor: 'background.paper' }}>
        {message}{' '}
        <MuiLink
          component={Link}
          to={`/${existing.resource}/${existing.id}/show`}
          color="inherit"
          underline="always"
        >
          {translate('contacts.openExisting')}
        </MuiLink>
      </Alert>,
      { type: 'warning', autoHideDuration: 20_000 },
    )
  }
}
