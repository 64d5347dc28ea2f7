// The page of an invitation (/office/#/invitation/<secret>): the user sets a password and is signed in.
import { Alert, Button, Skeleton, Stack, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { ApiError, api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { setSession } from '../shell/api/session.ts'
import { SignedOutPage } from './signed-out-page.tsx'

type Invitation = Answer<'GET', '/invitations/{secret}'>

export function InvitationPage() {
  const translate = useTranslate()
  const { secret = '' } = useParams()
  const [isGone, setGone] = useState(false)
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: async () => (await api('GET', '/invitations/{secret}', { params: { secret } }))[0],
  })
  const gone = isGone || (error instanceof ApiError && error.status === 404)
  const errorText = gone ? translate('shell.invitation.gone') : error?.message

  return (
    <SignedOutPage title={translate('shell.invitation.title')} instance="">
      {errorText && (
        <>
          <Alert severity="error">{errorText}</Alert>
          <Button component={Link} to="/login">
            {translate('shell.invitation.toSignIn')}
          </Button>
        </>
      )}
      {!error && !invitation && <Skeleton variant="rounded" height={190} />}
      {invitation && <PasswordForm secret={secret} invitation={invitation} onGone={() => setGone(true)} />}
    </SignedOutPage>
  )
}

interface PasswordProps {
  secret: string
  invitation: Invitation
  onGone: () => void
}

interface Values {
  password: string
  repeat: string
  code: string
}

function PasswordForm({ secret, invitation, onGone }: PasswordProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const client = useQueryClient()
  const {
    register,
    handleSubmit,
    setError,
    control,
    formState: { errors },
  } = useForm<Values>({ defaultValues: { password: '', repeat: '', code: '' } })
  const [password, repeated] = useWatch({ control, name: ['password', 'repeat'] })
  const isMismatch = repeated !== '' && repeated !== password

  const { run, busy } = useAction(
    ({ password, code }: Values) =>
      api('POST', '/invitations/{secret}', {
        params: { secret },
        body: { password, ...(code ? { code: code.replace(/\s/g, '') } : {}) },
      }),
    {
      onSuccess: async ([session]) => {
        setSession(session)
        // react-admin has cached that nobody is signed in.
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
      return setError('root', { message: translate('shell.invitation.passwordHelp') })
    if (values.repeat !== values.password)
      return setError('root', { message: translate('shell.invitation.differ') })
    await run(values)
  })
  const field = (name: keyof Values) => {
    const { ref, ...props } = register(name)
    return { ...props, inputRef: ref }
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack spacing={1.5}>
        <Typography>
          {translate('shell.invitation.text', { name: invitation.name, email: invitation.email })}
        </Typography>
        {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
        {/* For password managers: the user whose password this is. */}
        <input type="text" hidden readOnly autoComplete="username" value={invitation.email} />
        <TextField
          {...field('password')}
          label={translate('shell.invitation.password')}
          helperText={translate('shell.invitation.passwordHelp')}
          type="password"
          autoComplete="new-password"
          required
          autoFocus
        />
        <TextField
          {...field('repeat')}
          label={translate('shell.invitation.repeat')}
          helperText={isMismatch ? translate('shell.invitation.differ') : ' '}
          error={isMismatch}
          type="password"
          autoComplete="new-password"
          required
        />
        {invitation.hasSecondFactor && (
          <TextField
            {...field('code')}
            label={translate('shell.signIn.code')}
            helperText={translate('shell.signIn.codeHelp')}
            required
            autoComplete="one-time-code"
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
          />
        )}
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate('shell.invitation.submit')}
        </Button>
      </Stack>
    </form>
  )
}
