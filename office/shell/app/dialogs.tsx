// Dialogs over the page that belong to no page: signing in again, deciding a conflict.
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useLogout, useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { type SignIn, signIn } from '../api/auth-provider.ts'
import { type Question, useQuestion } from '../api/prompts.ts'
import { currentSession } from '../api/session.ts'
import { ConflictDialog } from '../history/conflict-dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function Dialogs() {
  const question = useQuestion()
  if (!question) return null
  return question.kind === 'sign-in' ? (
    <SignInDialog question={question} />
  ) : (
    <ConflictDialog conflict={question.conflict} answer={question.answer} />
  )
}

function SignInDialog({ question }: { question: Extract<Question, { kind: 'sign-in' }> }) {
  const translate = useTranslate()
  const notify = useNotify()
  const logout = useLogout()
  const before = currentSession()

  const submit = async (given: SignIn): Promise<void> => {
    const now = await signIn(given)
    if (before && now.user.id !== before.user.id) {
      notify('shell.signIn.otherUser')
      window.location.reload()
      return
    }
    question.answer(true)
  }

  const other = (): void => {
    question.answer(false)
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
        <SignInForm given={{ email: before?.user.email ?? '' }} fixed submit={submit} />
      </DialogContent>
      <DialogActions>
        <Button onClick={other}>{translate('shell.signIn.other')}</Button>
      </DialogActions>
    </Dialog>
  )
}
