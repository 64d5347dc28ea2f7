// The mailbox that the service reads: whether it can be read, and to which client its mails belong.
import { Alert, Card, MenuItem, Stack, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetList, useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { Facts, TextFact } from '../shell/page/facts.tsx'

const queryKey = ['mailbox']

export function MailboxPage() {
  const translate = useTranslate()
  const format = useFormat()
  const { data: mailbox, error } = useQuery({
    queryKey,
    queryFn: async () => (await api('GET', '/mailbox'))[0],
    refetchInterval: 60_000,
  })
  const { data: clients = [] } = useGetList<RowOf<'clients'>>('clients', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'name', order: 'ASC' },
  })
  const { run, busy } = useAction((clientId: number) => api('PATCH', '/mailbox', { body: { clientId } }), {
    success: 'inbox.mailbox.saved',
    refresh: [queryKey],
  })
  return (
    <Card sx={{ p: 2, mt: 1.5, maxWidth: 720 }}>
      <Title title="inbox.mailbox.title" />
      <Stack spacing={2}>
        {error && <Alert severity="error">{error.message}</Alert>}
        {mailbox?.name === '' && <Alert severity="info">{translate('inbox.mailbox.none')}</Alert>}
        {mailbox && mailbox.lastError !== '' && (
          <Alert severity="error">{translate('inbox.mailbox.error', { message: mailbox.lastError })}</Alert>
        )}
        {mailbox && mailbox.name !== '' && (
          <Facts>
            <TextFact label="inbox.mailbox.name" text={mailbox.name} />
            <TextFact
              label="inbox.mailbox.readAt"
              text={mailbox.readAt ? format.dateTime(mailbox.readAt) : translate('inbox.mailbox.never')}
            />
            <TextFact label="inbox.mailbox.filed" text={format.number(mailbox.filedCount)} />
            <TextFact label="inbox.mailbox.bounces" text={format.number(mailbox.bounceCount)} />
            <TextFact label="inbox.mailbox.failed" text={format.number(mailbox.failedCount)} />
          </Facts>
        )}
        {mailbox && clients.length > 0 && (
          <TextField
            select
            label={translate('inbox.mailbox.client')}
            value={clients.some(({ id }) => id === mailbox.clientId) ? mailbox.clientId : ''}
            disabled={busy}
            onChange={({ target }) => void run(Number(target.value))}
            sx={{ maxWidth: 320 }}
          >
            {clients.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Stack>
    </Card>
  )
}
