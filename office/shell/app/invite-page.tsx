// Where a one-time link leads (/office/#/invite/<secret>): the invited sets a password and is signed in.
import { Alert, Button, Skeleton, Stack, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useAction } from '../api/action.ts'
import { ApiError, api } from '../api/api.ts'
import type { Answer } from '../api/endpoints.ts'
import { setSession } from '../api/session.ts'
import { SignedOutPage } from './signed-out-page.tsx'

type Invite = Answer<'GET', '/invites/{secret}'>

export function InvitePage() {
  const translate = useTranslate()
  const { secret = '' } = useParams()
  const [isGone, setGone] = useState(false)
  const { data: invite, error } = useQuery({
    queryKey: ['invite', secret],
    queryFn: async () => (await api('GET', '/invites/{secret}', { params: { secret } }))[0],
  })
  const gone = isGone || (error instanceof ApiError && error.status === 404)
  const errorText = gone ? translate('shell.invite.gone') : error?.message

  return (
    <SignedOutPage title={translate('shell.invite.title')} instance="">
      {errorText && (
        <>
          <Alert severity="error">{errorText}</Alert>
          <Button component={Link} to="/login">
            {translate('shell.invite.toSignIn')}
          </Button>
        </>
      )}
      {!error && !invite && <Skeleton variant="rounded" height={190} />}
      {invite && <PasswordForm secret={secret} invite={invite} onGone={() => setGone(true)} />}
    </SignedOutPage>
  )
}

interface PasswordProps {
  secret: string
  invite: Invite
  onGone: () => void
}

interface Values {
  password: string
  repeat: string
}

function PasswordForm({ secret, invite, onGone }: PasswordProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const client = useQueryClient()
  const {
    register,
    handleSubmit,
    setError,
    control,
    formState: { errors },
  } = useForm<Values>({ defaultValues: { password: '', repeat: '' } })
  const [typed, repeated] = useWatch({ control, name: ['password', 'repeat'] })
  const isMismatch = repeated !== '' && repeated !== typed

  const { run, busy } = useAction(
    ({ password }: Values) => api('POST', '/invites/{secret}', { params: { secret }, body: { password } }),
    {
      onSuccess: async ([session]) => {
        setSession(session)
        // That nobody was signed in is remembered otherwise.
        await client.resetQueries({ queryKey: ['auth'] })
        navigate('/')
      },
      onError: (error) => {
        if (error.status === 404) onGone()
        else setError('root', { message: error.message })
        return true
      },
    },
  )
  const onSubmit = handleSubmit(async (values) => {
    if (values.password.length < 10)
      return setError('root', { message: translate('shell.invite.passwordHelp') })
    if (values.repeat !== values.password)
      return setError('root', { message: translate('shell.invite.differ') })
    await run(values)
  })
  const field = (name: keyof Values) => {
    const { ref, ...props } = register(name)
    return { ...props, inputRef: ref }
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack spacing={1.5}>
        <Typography>{translate('shell.invite.text', { name: invite.name, email: invite.email })}</Typography>
        {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
        {/* Lets a password manager know whose password this is. */}
        <input type="text" hidden readOnly autoComplete="username" value={invite.email} />
        <TextField
          {...field('password')}
          label={translate('shell.invite.password')}
          helperText={translate('shell.invite.passwordHelp')}
          type="password"
          autoComplete="new-password"
          required
          autoFocus
        />
        <TextField
          {...field('repeat')}
          label={translate('shell.invite.repeat')}
          helperText={isMismatch ? translate('shell.invite.differ') : ' '}
          error={isMismatch}
          type="password"
          autoComplete="new-password"
          required
        />
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate('shell.invite.submit')}
        </Button>
      </Stack>
    </form>
  )
}
