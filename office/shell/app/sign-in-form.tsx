// E-mail, password and, where it is asked for, the second factor: on the sign-in page and in the dialog of an ended session.
import { Alert, Button, Stack, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api.ts'
import type { SignIn } from '../api/auth-provider.ts'
import { useSay } from '../api/server-message.ts'

interface Props {
  given?: { email?: string; password?: string }
  /** The e-mail cannot be changed: the same user signs in again. */
  fixed?: boolean
  submit: (given: SignIn) => Promise<unknown>
}

export function SignInForm({ given, fixed = false, submit }: Props) {
  const translate = useTranslate()
  const say = useSay()
  const [email, setEmail] = useState(given?.email ?? '')
  const [password, setPassword] = useState(given?.password ?? '')
  const [code, setCode] = useState<string>()
  const [codeFault, setCodeFault] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const asksCode = code !== undefined

  useEffect(() => {
    if (asksCode) codeField.current?.focus()
  }, [asksCode])

  const explain = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error
    const wantsCode = error.status === 400 && error.details.find(({ field }) => field === 'code')
    if (wantsCode) {
      setCodeFault(asksCode && code ? translate('shell.signIn.codeWrong') : '')
      setCode('')
    } else if (error.status === 401) setFault(translate('shell.signIn.wrong'))
    else if (error.status === 429)
      setFault(translate('shell.signIn.slow', { seconds: error.headers.get('retry-after') ?? '60' }))
    else setFault(say(error.message))
  }

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault('')
    try {
      await submit({ email: email.trim(), password, ...(code ? { code: code.replace(/\s/g, '') } : {}) })
    } catch (error) {
      explain(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack spacing={1.5}>
        {fault && <Alert severity="error">{fault}</Alert>}
        <TextField
          label={translate('shell.signIn.email')}
          type="email"
          autoComplete="username"
          required
          autoFocus={!given?.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          slotProps={{ input: { readOnly: fixed } }}
        />
        <TextField
          label={translate('shell.signIn.password')}
          type="password"
          autoComplete="current-password"
          required
          autoFocus={Boolean(given?.email)}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {asksCode && (
          <TextField
            label={translate('shell.signIn.code')}
            helperText={codeFault || translate('shell.signIn.codeHelp')}
            error={codeFault !== ''}
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
