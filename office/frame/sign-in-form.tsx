// The sign-in form: e-mail, password and, if required, the second factor. Used by the sign-in page and the dialog.
import { Alert, Button, Stack, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAction } from '../shell/api/action.ts'
import type { Credentials } from '../shell/api/auth-provider.ts'

interface Props {
  initialValues?: { email?: string; password?: string }
  /** The e-mail cannot be changed: the same user signs in again. */
  emailReadOnly?: boolean
  submitLabel?: string
  submit: (credentials: Credentials) => Promise<unknown>
}

interface Values {
  email: string
  password: string
  code: string
}

export function SignInForm({
  initialValues,
  emailReadOnly = false,
  submitLabel = 'shell.signIn.submit',
  submit,
}: Props) {
  const translate = useTranslate()
  const [asksCode, setAsksCode] = useState(false)
  const {
    register,
    handleSubmit,
    setError,
    setFocus,
    setValue,
    formState: { errors },
  } = useForm<Values>({
    defaultValues: { email: initialValues?.email ?? '', password: initialValues?.password ?? '', code: '' },
  })

  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])

  const { run, busy } = useAction(
    ({ email, password, code }: Values) =>
      submit({ email: email.trim(), password, ...(code ? { code: code.replace(/\s/g, '') } : {}) }),
    {
      onError: (error, { code }) => {
        if (error.status === 400 && error.details.some(({ field }) => field === 'code')) {
          if (code) setError('code', { message: translate('shell.signIn.codeWrong') })
          setValue('code', '')
          setAsksCode(true)
        } else if (error.status === 401) setError('root', { message: translate('shell.signIn.wrong') })
        else if (error.status === 429) {
          const seconds = error.headers.get('retry-after') ?? '60'
          setError('root', { message: translate('shell.signIn.slow', { seconds }) })
        } else setError('root', { message: error.message })
        return true
      },
    },
  )
  const field = (name: keyof Values) => {
    const { ref, ...props } = register(name)
    return { ...props, inputRef: ref }
  }

  return (
    <form onSubmit={handleSubmit(run)} noValidate>
      <Stack spacing={1.5}>
        {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
        <TextField
          {...field('email')}
          label={translate('shell.signIn.email')}
          type="email"
          autoComplete="username"
          required
          autoFocus={!initialValues?.email}
          slotProps={{ input: { readOnly: emailReadOnly } }}
        />
        <TextField
          {...field('password')}
          label={translate('shell.signIn.password')}
          type="password"
          autoComplete="current-password"
          required
          autoFocus={Boolean(initialValues?.email)}
        />
        {asksCode && (
          <TextField
            {...field('code')}
            label={translate('shell.signIn.code')}
            helperText={errors.code?.message ?? translate('shell.signIn.codeHelp')}
            error={errors.code !== undefined}
            required
            autoComplete="one-time-code"
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
          />
        )}
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate(submitLabel)}
        </Button>
      </Stack>
    </form>
  )
}
