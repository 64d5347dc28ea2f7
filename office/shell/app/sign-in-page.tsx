// The first page: signing in. On the demo the form is filled in.
import { Alert, Skeleton } from '@mui/material'
import { useLogin, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

interface Welcome {
  name: string
  demo: { email?: string; password?: string }
}

export function SignInPage() {
  const translate = useTranslate()
  const login = useLogin()
  const [welcome, setWelcome] = useState<Welcome>()

  useEffect(() => {
    api<Welcome>('GET', '/welcome')
      .then(([first]) => setWelcome(first ?? { name: '', demo: {} }))
      .catch(() => setWelcome({ name: '', demo: {} }))
  }, [])

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
