// Sets up and turns off the user's second factor.
import LockIcon from '@mui/icons-material/Lock'
import LockOpenIcon from '@mui/icons-material/LockOpen'
import { Box, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Form, required, SaveButton, TextInput } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { setSession, useSession } from '../shell/api/session.ts'
import { Button } from '../shell/form/button.tsx'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { sessionsKey } from './session-list.tsx'

const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).QrCode)

type Setup = Answer<'POST', '/second-factor'>
type Values = { code?: string }

const CodeInput = () => (
  <TextInput
    source="code"
    label="account.factor.code"
    validate={required()}
    slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } }}
  />
)

export function SecondFactor() {
  const translate = useTranslate()
  const session = useSession()
  const [setup, setSetup] = useState<Setup>()
  const { run: startSetup } = useAction(() => api('POST', '/second-factor'), {
    onSuccess: ([started]) => setSetup(started),
  })
  const finish = (enabled: boolean) => {
    setSetup(undefined)
    if (session) setSession({ ...session, hasSecondFactor: enabled })
  }
  const enable = useAction(
    ({ code = '' }: Values) => api('POST', '/second-factor/confirm', { body: { code } }),
    {
      success: 'account.factor.confirmed',
      refresh: [sessionsKey],
      onSuccess: () => finish(true),
    },
  )
  const disable = useAction(({ code = '' }: Values) => api('DELETE', '/second-factor', { body: { code } }), {
    success: 'account.factor.ended',
    refresh: [sessionsKey],
    onSuccess: () => finish(false),
  })
  if (!session) return null

  if (session.hasSecondFactor)
    return (
      <Form key="on" onSubmit={disable.submit}>
        <Stack spacing={1} sx={{ alignItems: 'flex-start', maxWidth: 520 }}>
          <Typography>{translate('account.factor.on')}</Typography>
          <Typography color="textSecondary">{translate('account.factor.endText')}</Typography>
          <CodeInput />
          <SaveButton label="account.factor.end" icon={<LockOpenIcon />} alwaysEnable />
        </Stack>
      </Form>
    )
  if (!setup)
    return (
      <Stack spacing={1} sx={{ alignItems: 'flex-start', maxWidth: 520 }}>
        <Typography>{translate('account.factor.off')}</Typography>
        <Button label="account.factor.begin" variant="contained" onClick={() => startSetup()} />
      </Stack>
    )
  return (
    <Form key="new" onSubmit={enable.submit}>
      <Stack spacing={1.5} sx={{ alignItems: 'flex-start', maxWidth: 520 }}>
        <Typography>{translate('account.factor.scan')}</Typography>
        <QrCode text={setup.uri} label={translate('account.factor.qr')} />
        <Typography>
          {translate('account.factor.secret')}:{' '}
          <Box component="code" sx={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
            {setup.secret}
          </Box>
        </Typography>
        <CodeInput />
        <Stack direction="row" spacing={1}>
          <SaveButton label="account.factor.confirm" icon={<LockIcon />} alwaysEnable />
          <Button label="account.factor.cancel" onClick={() => setSetup(undefined)} />
        </Stack>
      </Stack>
    </Form>
  )
}
