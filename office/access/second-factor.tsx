// Setting up and turning off the second factor of one's own sign-in.
import LockIcon from '@mui/icons-material/Lock'
import LockOpenIcon from '@mui/icons-material/LockOpen'
import { Box, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button, Form, required, SaveButton, TextInput, useNotify } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { ApiError, api } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { setSession, useSession } from '../shell/api/session.ts'
import { lazyComponent } from '../shell/app/lazy-component.tsx'
import { useRefreshSessions } from './session-list.tsx'

const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).QrCode)

interface Totp {
  secret: string
  uri: string
}

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
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const runAction = useAction()
  const refreshSessions = useRefreshSessions()
  const session = useSession()
  const [totp, setTotp] = useState<Totp>()
  if (!session) return null

  const startSetup = async (): Promise<void> => {
    try {
      setTotp((await api<Totp>('POST', '/totp'))[0])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify(translateMessage(error.details[0]?.message ?? error.message), { type: 'error' })
    }
  }
  const switchSecondFactor = async (enable: boolean, { code }: Values) => {
    const formErrors = await (enable
      ? runAction('POST', '/totp/confirm', { code })
      : runAction('DELETE', '/totp', { code }))
    if (formErrors) return formErrors
    setTotp(undefined)
    setSession({ ...session, totp: enable })
    notify(enable ? 'account.factor.confirmed' : 'account.factor.ended', { type: 'success' })
    await refreshSessions()
    return undefined
  }

  if (session.totp)
    return (
      <Form key="on" onSubmit={(values: Values) => switchSecondFactor(false, values)}>
        <Stack spacing={1} sx={{ alignItems: 'flex-start', maxWidth: 520 }}>
          <Typography>{translate('account.factor.on')}</Typography>
          <Typography color="textSecondary">{translate('account.factor.endText')}</Typography>
          <CodeInput />
          <SaveButton label="account.factor.end" icon={<LockOpenIcon />} alwaysEnable />
        </Stack>
      </Form>
    )
  if (!totp)
    return (
      <Stack spacing={1} sx={{ alignItems: 'flex-start', maxWidth: 520 }}>
        <Typography>{translate('account.factor.off')}</Typography>
        <Button label="account.factor.begin" variant="contained" onClick={startSetup} />
      </Stack>
    )
  return (
    <Form key="new" onSubmit={(values: Values) => switchSecondFactor(true, values)}>
      <Stack spacing={1.5} sx={{ alignItems: 'flex-start', maxWidth: 520 }}>
        <Typography>{translate('account.factor.scan')}</Typography>
        <QrCode text={totp.uri} label={translate('account.factor.qr')} />
        <Typography>
          {translate('account.factor.secret')}:{' '}
          <Box component="code" sx={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
            {totp.secret}
          </Box>
        </Typography>
        <CodeInput />
        <Stack direction="row" spacing={1}>
          <SaveButton label="account.factor.confirm" icon={<LockIcon />} alwaysEnable />
          <Button label="account.factor.cancel" onClick={() => setTotp(undefined)} />
        </Stack>
      </Stack>
    </Form>
  )
}
