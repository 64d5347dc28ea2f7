// E-mail, password and, where it is asked for, the second factor: on the sign-in page and in the dialog of an ended session.
import { Alert, Button, Stack, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api.ts'
import type { Credentials } from '../api/auth-provider.ts'
import { useServerMessage } from '../api/server-message.ts'

interface Props {
  initialValues?: { email?: string; password?: string }
  /** The e-mail cannot be changed: the same user signs in again. */
  emailReadOnly?: boolean
  submit: (credentials: Credentials) => Promise<unknown>
}

export function SignInForm({ initialValues, emailReadOnly = false, submit }: Props) {
  const translate = useTranslate()
  const translateMessage = useServerMessage()
  const [email, setEmail] = useState(initialValues?.email ?? '')
  const [password, setPassword] = useState(initialValues?.password ?? '')
  const [code, setCode] = useState<string>()
  const [codeError, setCodeError] = useState('')
  const [errorText, setErrorText] = useState('')
  const [busy, setBusy] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const showsCode = code !== undefined

  useEffect(() => {
    if (showsCode) codeField.current?.focus()
  }, [showsCode])

  const showError = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error
    const needsCode = error.status === 400 && error.details.find(({ field }) => field === 'code')
    if (needsCode) {
      setCodeError(showsCode && code ? translate('shell.signIn.codeWrong') : '')
      setCode('')
    } else if (error.status === 401) setErrorText(translate('shell.signIn.wrong'))
    else if (error.status === 429)
      setErrorText(translate('shell.signIn.slow', { seconds: error.headers.get('retry-after') ?? '60' }))
    else setErrorText(translateMessage(error.message))
  }

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setErrorText('')
    try {
      await submit({ email: email.trim(), password, ...(code ? { code: code.replace(/\s/g, '') } : {}) })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack spacing={1.5}>
        {errorText && <Alert severity="error">{errorText}</Alert>}
        <TextField
          label={translate('shell.signIn.email')}
          type="email"
          autoComplete="username"
          required
          autoFocus={!initialValues?.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          slotProps={{ input: { readOnly: emailReadOnly } }}
        />
        <TextField
          label={translate('shell.signIn.password')}
          type="password"
          autoComplete="current-password"
          required
          autoFocus={Boolean(initialValues?.email)}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {showsCode && (
          <TextField
            label={translate('shell.signIn.code')}
            helperText={codeError || translate('shell.signIn.codeHelp')}
            error={codeError !== ''}
            required
            autoComplete="one-time-code"
            inputRef={codeField}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
          />
        )}
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate('shell.signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}
