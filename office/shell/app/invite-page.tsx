// Where a one-time link leads (/office/#/invite/<secret>): the invited sets a password and is signed in.
import { Alert, Button, Skeleton, Stack, TextField, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { ApiError, api } from '../api/api.ts'
import { useServerMessage } from '../api/server-message.ts'
import { type Session, setSession } from '../api/session.ts'
import { SignedOutPage } from './signed-out-page.tsx'

interface Invite {
  email: string
  name: string
}

export function InvitePage() {
  const translate = useTranslate()
  const translateMessage = useServerMessage()
  const { secret = '' } = useParams()
  const [invite, setInvite] = useState<Invite>()
  const [errorText, setErrorText] = useState('')

  useEffect(() => {
    api<Invite>('GET', `/invites/${encodeURIComponent(secret)}`)
      .then(([first]) => setInvite(first))
      .catch((error) =>
        setErrorText(error instanceof ApiError && error.status !== 404 ? error.message : 'shell.invite.gone'),
      )
  }, [secret])

  return (
    <SignedOutPage title={translate('shell.invite.title')} instance="">
      {errorText && (
        <>
          <Alert severity="error">{translateMessage(errorText)}</Alert>
          <Button component={Link} to="/login">
            {translate('shell.invite.toSignIn')}
          </Button>
        </>
      )}
      {!errorText && !invite && <Skeleton variant="rounded" height={190} />}
      {invite && <PasswordForm secret={secret} invite={invite} onInvalidLink={setErrorText} />}
    </SignedOutPage>
  )
}

interface PasswordProps {
  secret: string
  invite: Invite
  onInvalidLink: (errorText: string) => void
}

function PasswordForm({ secret, invite, onInvalidLink }: PasswordProps) {
  const translate = useTranslate()
  const translateMessage = useServerMessage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [passwordRepeat, setPasswordRepeat] = useState('')
  const [errorText, setErrorText] = useState('')
  const [busy, setBusy] = useState(false)
  const isMismatch = passwordRepeat !== '' && passwordRepeat !== password

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (password.length < 10) return setErrorText(translate('shell.invite.passwordHelp'))
    if (passwordRepeat !== password) return setErrorText(translate('shell.invite.differ'))
    setBusy(true)
    try {
      const [session] = await api<Session>('POST', `/invites/${encodeURIComponent(secret)}`, { password })
      setSession(session)
      // That nobody was signed in is remembered otherwise.
      await client.resetQueries({ queryKey: ['auth'] })
      navigate('/')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) onInvalidLink('shell.invite.gone')
      else setErrorText(translateMessage(error.details[0]?.message ?? error.message))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack spacing={1.5}>
        <Typography>{translate('shell.invite.text', { name: invite.name, email: invite.email })}</Typography>
        {errorText && <Alert severity="error">{errorText}</Alert>}
        {/* Lets a password manager know whose password this is. */}
        <input type="text" hidden readOnly autoComplete="username" value={invite.email} />
        <TextField
          label={translate('shell.invite.password')}
          helperText={translate('shell.invite.passwordHelp')}
          type="password"
          autoComplete="new-password"
          required
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label={translate('shell.invite.repeat')}
          helperText={isMismatch ? translate('shell.invite.differ') : ' '}
          error={isMismatch}
          type="password"
          autoComplete="new-password"
          required
          value={passwordRepeat}
          onChange={(event) => setPasswordRepeat(event.target.value)}
        />
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate('shell.invite.submit')}
        </Button>
      </Stack>
    </form>
  )
}
