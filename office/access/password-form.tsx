// Changing one's password; the server ends the other sessions with it.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Form, PasswordInput, required, SaveButton, useNotify } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { useRefreshSessions } from './session-list.tsx'

interface Values {
  current: string
  password: string
}

export function PasswordForm({ email }: { email: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const runAction = useAction()
  const refreshSessions = useRefreshSessions()
  // A new form is an empty one.
  const [formKey, setFormKey] = useState(0)

  const save = async ({ current, password }: Partial<Values>) => {
    const formErrors = await runAction('POST', '/password', { current, password })
    if (formErrors) return formErrors
    notify('account.password.saved', { type: 'success' })
    setFormKey(formKey + 1)
    await refreshSessions()
    return undefined
  }

  return (
    <Form key={formKey} onSubmit={save}>
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
