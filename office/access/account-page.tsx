// The user's account: language, password, second factor, sessions.
import { Card, CardContent, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useLocaleState, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Title } from 'react-admin'
import { useSession } from '../shell/api/session.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  )
}

function LanguageChoice() {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  return (
    <TextField
      select
      label={translate('account.language')}
      helperText={translate('account.languageText')}
      value={locale}
      onChange={(event) => setLocale(event.target.value)}
      sx={{ maxWidth: 360 }}
    >
      <MenuItem value="de">Deutsch</MenuItem>
      <MenuItem value="en">English</MenuItem>
    </TextField>
  )
}

export function AccountPage() {
  const translate = useTranslate()
  const session = useSession()
  if (!session) return null
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 860 }}>
      <Title title="account.title" />
      <Section title={session.user.name}>
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          {session.user.email}
        </Typography>
        <LanguageChoice />
      </Section>
      <Section title={translate('account.password.title')}>
        <PasswordForm email={session.user.email} />
      </Section>
      <Section title={translate('account.factor.title')}>
        <SecondFactor />
      </Section>
      <Section title={translate('account.sessions.title')}>
        <SessionList />
      </Section>
    </Stack>
  )
}
