// Where a one-time link leads (/office/#/invite/<secret>): the invited sets a password and is signed in.
import { Alert, Button, Skeleton, Stack, TextField, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { ApiError, api } from '../api/api.ts'
import { useSay } from '../api/server-message.ts'
import { type Session, setSession } from '../api/session.ts'
import { OuterPage } from './signed-out-page.tsx'

interface Invite {
  email: string
  name: string
}

export function InvitePage() {
  const translate = useTranslate()
  const say = useSay()
  const { secret = '' } = useParams()
  const [invite, setInvite] = useState<Invite>()
  const [fault, setFault] = useState('')

  useEffect(() => {
    api<Invite>('GET', `/invites/${encodeURIComponent(secret)}`)
      .then(([first]) => setInvite(first))
      .catch((error) =>
        setFault(error instanceof ApiError && error.status !== 404 ? error.message : 'shell.invite.gone'),
      )
  }, [secret])

  return (
    <OuterPage title={translate('shell.invite.title')} instance="">
      {fault && (
        <>
          <Alert severity="error">{say(fault)}</Alert>
          <Button component={Link} to="/login">
            {translate('shell.invite.toSignIn')}
          </Button>
        </>
      )}
      {!fault && !invite && <Skeleton variant="rounded" height={190} />}
      {invite && <PasswordForm secret={secret} invite={invite} onGone={setFault} />}
    </OuterPage>
  )
}

interface PasswordProps {
  secret: string
  invite: Invite
  onGone: (fault: string) => void
}

function PasswordForm({ secret, invite, onGone }: PasswordProps) {
  const translate = useTranslate()
  const say = useSay()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const differ = again !== '' && again !== password

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (password.length < 10) return setFault(translate('shell.invite.passwordHelp'))
    if (again !== password) return setFault(translate('shell.invite.differ'))
    setBusy(true)
    try {
      const [session] = await api<Session>('POST', `/invites/${encodeURIComponent(secret)}`, { password })
      setSession(session)
      // That nobody was signed in is remembered otherwise.
      await client.resetQueries({ queryKey: ['auth'] })
      navigate('/')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) onGone('shell.invite.gone')
      else setFault(say(error.details[0]?.message ?? error.message))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack spacing={1.5}>
        <Typography>{translate('shell.invite.text', { name: invite.name, email: invite.email })}</Typography>
        {fault && <Alert severity="error">{fault}</Alert>}
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
          helperText={differ ? translate('shell.invite.differ') : ' '}
          error={differ}
          type="password"
          autoComplete="new-password"
          required
          value={again}
          onChange={(event) => setAgain(event.target.value)}
        />
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate('shell.invite.submit')}
        </Button>
      </Stack>
    </form>
  )
}
