// Changes the user's password; the server then ends the other sessions.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { BooleanInput, Form, PasswordInput, required, SaveButton } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { BodyOf } from '../shell/api/endpoints.ts'
import { sessionsKey } from './session-list.tsx'

export function PasswordForm({ email }: { email: string }) {
  const translate = useTranslate()
  // A new key empties the form.
  const [formKey, setFormKey] = useState(0)

  const { submit } = useAction(
    ({ currentPassword = '', newPassword = '', endsTokens = false }: Partial<BodyOf<'POST', '/password'>>) =>
      api('POST', '/password', { body: { currentPassword, newPassword, endsTokens } }),
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
          source="currentPassword"
          label="account.password.current"
          validate={required()}
          autoComplete="current-password"
        />
        <PasswordInput
          source="newPassword"
          label="account.password.next"
          helperText="account.password.help"
          validate={required()}
          autoComplete="new-password"
        />
        <BooleanInput source="endsTokens" label="account.password.endsTokens" />
        <SaveButton label="account.password.save" alwaysEnable />
      </Box>
    </Form>
  )
}
