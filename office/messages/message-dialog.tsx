// Before a change is made that concerns somebody: whom, and the message to them. If it concerns nobody, nothing is asked.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useCallback, useState } from 'react'
import { useRegisterMutationMiddleware } from 'react-admin'
import { ApiError } from '../shell/api/api.ts'
import { type MessagePreview, type Messages, useMessages } from './message-panel.tsx'

interface MessageQuestion {
  previews: readonly MessagePreview[]
  /** The button that makes the change. */
  action: string
  /** undefined: the change is not made. */
  answer: (messages: Messages | undefined) => void
}

function MessageDialog({ previews, action, answer }: MessageQuestion) {
  const translate = useTranslate()
  const { panel, messages } = useMessages(previews)
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={() => answer(undefined)} aria-labelledby="tell-title">
      <DialogTitle id="tell-title">{translate('messages.whoIsTold')}</DialogTitle>
      <DialogContent>{panel}</DialogContent>
      <DialogActions>
        <Button onClick={() => answer(undefined)}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" autoFocus onClick={() => answer(messages)}>
          {translate(action)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The part of the body of the change about messages; empty: none are sent. */
type MessagesInput = { messages?: Messages }

/**
 * @returns `ask`, which gives what a change tells, and the dialog that it opens
 * @throws ApiError with `isDecision` if the user does not make the change
 */
export function useMessageDialog(): {
  ask: (action: string, load: () => Promise<MessagePreview[]>) => Promise<MessagesInput>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<MessageQuestion>()
  const ask = useCallback(
    async (action: string, load: () => Promise<MessagePreview[]>): Promise<MessagesInput> => {
      const previews = await load().catch((error) => {
        // Errors of the change are reported when it is made.
        if (error instanceof ApiError && [400, 404, 409].includes(error.status)) return []
        throw error
      })
      if (previews.length === 0) return {}
      const messages = await new Promise<Messages | undefined>((answer) =>
        setQuestion({ previews, action, answer }),
      ).finally(() => setQuestion(undefined))
      if (!messages) throw new ApiError(409, { code: 'kept', message: 'shell.conflict.kept' })
      return { messages }
    },
    [],
  )
  return { ask, dialog: question ? <MessageDialog {...question} /> : null }
}

type Change = { data?: object; previousData?: unknown }

/** In the form of a record: asks before it is saved. */
export function NotifyBeforeSaving<C extends Change>({
  load,
}: {
  load: (change: C) => Promise<MessagePreview[]>
}) {
  const { ask, dialog } = useMessageDialog()
  const tell = useCallback(
    async (resource: string, change: C, save: (resource: string, change: C) => Promise<unknown>) => {
      const messages = await ask('ra.action.save', () => load(change))
      return save(resource, { ...change, data: { ...change.data, ...messages } })
    },
    [ask, load],
  )
  useRegisterMutationMiddleware(tell)
  return dialog
}
