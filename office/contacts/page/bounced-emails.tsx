// The addresses of a contact to which mail comes back.
import { Alert } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Button } from 'react-admin'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'

export function BouncedEmails({ record: { id, bouncedEmails } }: { record: RecordOf<'contacts'> }) {
  const translate = useTranslate()
  const format = useFormat()
  const mayEdit = useHasRight('090300:edit')
  const { run, busy } = useAction(
    (emailId: number) =>
      api('DELETE', '/contacts/{contactId}/bounced-addresses/{emailId}', {
        params: { contactId: id, emailId },
      }),
    { success: 'contacts.bounce.cleared', refresh: 'page' },
  )
  return bouncedEmails.map(({ emailId, email, bouncedAt, reason }) => (
    <Alert
      key={emailId}
      severity="warning"
      action={
        mayEdit && <Button label="contacts.bounce.clear" disabled={busy} onClick={() => void run(emailId)} />
      }
    >
      {translate('contacts.bounce.text', { address: email, day: format.dateTime(bouncedAt) })}
      {reason && <div>{reason}</div>}
    </Alert>
  ))
}
