// The sign-in page; in the demo, its form is filled in.
import { Alert, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLogin, useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

const unknownInstance: Answer<'GET', '/instance'> = { instanceName: '', demo: {} }

export function SignInPage() {
  const translate = useTranslate()
  const login = useLogin()
  const { data: instance } = useQuery({
    queryKey: ['instance'],
    // Signing in must be possible even if this request fails.
    queryFn: async () => (await api('GET', '/instance').catch(() => []))[0] ?? unknownInstance,
  })

  return (
    <SignedOutPage title={translate('shell.signIn.title')} instance={instance?.instanceName ?? ''}>
      {instance?.demo.email && (
        <Alert severity="info" role="note">
          {translate('shell.signIn.demo')}
        </Alert>
      )}
      {instance ? (
        <SignInForm initialValues={instance.demo} submit={(credentials) => login(credentials)} />
      ) : (
        <Skeleton variant="rounded" height={190} />
      )}
    </SignedOutPage>
  )
}
