// Dialogs over the page that belong to no page: signing in again, giving the password again, deciding a conflict.
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useLogout, useTranslate } from 'ra-core'
import { Suspense } from 'react'
import { useNotify } from 'react-admin'
import { ApiError, api } from '../shell/api/api.ts'
import { type Credentials, signIn } from '../shell/api/auth-provider.ts'
import { type Prompt, usePrompt } from '../shell/api/prompts.ts'
import { currentSession } from '../shell/api/session.ts'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { SignInForm } from './sign-in-form.tsx'

const ConflictDialog = lazyComponent(
  async () => (await import('../shell/history/conflict-dialog.tsx')).ConflictDialog,
)

export function Dialogs() {
  const prompt = usePrompt()
  if (!prompt) return null
  if (prompt.kind === 'sign-in') return <SignInDialog question={prompt} />
  if (prompt.kind === 'confirm') return <ConfirmDialog answer={prompt.answer} />
  return (
    <Suspense>
      <ConflictDialog conflict={prompt.conflict} answer={prompt.answer} />
    </Suspense>
  )
}

/** Asks for the password again before something that decides about access. */
function ConfirmDialog({ answer }: { answer: (confirmed: boolean) => void }) {
  const translate = useTranslate()
  const submit = async ({ email: _, ...body }: Credentials): Promise<void> => {
    try {
      await api('POST', '/session/confirm', { body })
      answer(true)
    } catch (error) {
      const isWrong = error instanceof ApiError && error.details.some(({ field }) => field === 'password')
      throw isWrong ? new ApiError(401, { message: error.message }) : error
    }
  }
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      onClose={() => answer(false)}
      aria-labelledby="confirm-identity"
      aria-describedby="confirm-identity-text"
    >
      <DialogTitle id="confirm-identity">{translate('shell.signIn.confirm')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="confirm-identity-text" sx={{ mb: 2 }}>
          {translate('shell.signIn.confirmText')}
        </DialogContentText>
        <SignInForm
          initialValues={{ email: currentSession()?.user.email ?? '' }}
          emailReadOnly
          submitLabel="shell.signIn.confirmSubmit"
          submit={submit}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => answer(false)}>{translate('ra.action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function SignInDialog({ question: prompt }: { question: Extract<Prompt, { kind: 'sign-in' }> }) {
  const translate = useTranslate()
  const notify = useNotify()
  const logout = useLogout()
  const before = currentSession()

  const submit = async (credentials: Credentials): Promise<void> => {
    const now = await signIn(credentials)
    if (before && now.user.id !== before.user.id) {
      notify('shell.signIn.otherUser')
      window.location.reload()
      return
    }
    prompt.answer(true)
  }

  const signInAsOther = (): void => {
    prompt.answer(false)
    logout()
  }

  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      aria-labelledby="sign-in-again"
      aria-describedby="sign-in-again-text"
    >
      <DialogTitle id="sign-in-again">{translate('shell.signIn.expired')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="sign-in-again-text" sx={{ mb: 2 }}>
          {translate('shell.signIn.expiredText')}
        </DialogContentText>
        <SignInForm initialValues={{ email: before?.user.email ?? '' }} emailReadOnly submit={submit} />
      </DialogContent>
      <DialogActions>
        <Button onClick={signInAsOther}>{translate('shell.signIn.other')}</Button>
      </DialogActions>
    </Dialog>
  )
}
