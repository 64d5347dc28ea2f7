// The first page: signing in. On the demo the form is filled in.
import { Alert, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLogin, useTranslate } from 'ra-core'
import { api } from '../api/api.ts'
import type { Answer } from '../api/endpoints.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

const nothingKnown: Answer<'GET', '/welcome'> = { name: '', demo: {} }

export function SignInPage() {
  const translate = useTranslate()
  const login = useLogin()
  const { data: welcome } = useQuery({
    queryKey: ['welcome'],
    // Signing in must be possible without it.
    queryFn: async () => (await api('GET', '/welcome').catch(() => []))[0] ?? nothingKnown,
  })

  return (
    <SignedOutPage title={translate('shell.signIn.title')} instance={welcome?.name ?? ''}>
      {welcome?.demo.email && (
        <Alert severity="info" role="note">
          {translate('shell.signIn.demo')}
        </Alert>
      )}
      {welcome ? (
        <SignInForm initialValues={welcome.demo} submit={(credentials) => login(credentials)} />
      ) : (
        <Skeleton variant="rounded" height={190} />
      )}
    </SignedOutPage>
  )
}
