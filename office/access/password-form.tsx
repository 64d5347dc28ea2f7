// Changing one's password; the server ends the other sessions with it.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Form, PasswordInput, required, SaveButton } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { sessionsKey } from './session-list.tsx'

interface Values {
  current: string
  password: string
}

export function PasswordForm({ email }: { email: string }) {
  const translate = useTranslate()
  // A new form is an empty one.
  const [formKey, setFormKey] = useState(0)

  const { submit } = useAction(
    ({ current = '', password = '' }: Partial<Values>) =>
      api('POST', '/password', { body: { current, password } }),
    {
      success: 'account.password.saved',
      refresh: [sessionsKey],
      onSuccess: () => setFormKey(formKey + 1),
    },
  )

  return (
    <Form key={formKey} onSubmit={submit}>
      <Box sx={{ maxWidth: 360 }}>
        <Typography gutterBottom>{translate('account.password.text')}</Typography>
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <PasswordInput
          source="current"
          label="account.password.current"
          validate={required()}
          autoComplete="current-password"
        />
        <PasswordInput
          source="password"
          label="account.password.next"
          helperText="account.password.help"
          validate={required()}
          autoComplete="new-password"
        />
        <SaveButton label="account.password.save" alwaysEnable />
      </Box>
    </Form>
  )
}
