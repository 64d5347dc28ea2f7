import SendIcon from '@mui/icons-material/SendOutlined'
import { Dialog, DialogActions, DialogContent, DialogTitle, Button as MuiButton } from '@mui/material'
import type { QueryKey } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Form, required, SaveButton, TextInput } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { useSession } from '../shell/api/session.ts'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'

export function TestMail({ refresh }: { refresh: readonly QueryKey[] }) {
  const translate = useTranslate()
  const session = useSession()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { submit } = useAction(
    ({ recipient = '' }: { recipient?: string }) =>
      api('POST', '/outbox-mails/test', { body: { recipient } }),
    {
      success: 'mail.testQueued',
      refresh,
      onSuccess: close,
    },
  )
  return (
    <>
      <ToolbarButton icon={<SendIcon />} onClick={() => setOpen(true)}>
        {translate('mail.test')}
      </ToolbarButton>
      {isOpen && (
        <Dialog open maxWidth="xs" fullWidth aria-labelledby={id} onClose={close}>
          <Form onSubmit={submit} record={{ id: 0, recipient: session?.user.email ?? '' }}>
            <DialogTitle id={id}>{translate('mail.test')}</DialogTitle>
            <DialogContent>
              <TextInput source="recipient" label="mail.to" type="email" validate={required()} autoFocus />
              <ClearUnregisteredErrors />
            </DialogContent>
            <DialogActions>
              <MuiButton onClick={close}>{translate('ra.action.cancel')}</MuiButton>
              <SaveButton alwaysEnable label="mail.send" icon={<SendIcon />} />
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </>
  )
}
