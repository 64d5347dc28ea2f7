// Pairs of contacts that may be the same: merged, or said to be different.
import {
  Alert,
  Box,
  Card,
  CardContent,
  Chip,
  Button as MuiButton,
  Link as MuiLink,
  Pagination,
  Stack,
  Typography,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Title, useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { request, untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'

interface ContactSummary {
  id: number
  contactType: string
  name: string
  company: string
  zip: string
  city: string
  email: string
  phone: string
  createdAt: string
}
interface DuplicatePair {
  id: string
  reason: string
  low: ContactSummary
  high: ContactSummary
}
const perPage = 20

function SummaryView({ contact }: { contact: ContactSummary }) {
  const translate = useTranslate()
  const format = useFormat()
  const resourceName = contact.contactType === 'company' ? 'companies' : 'contacts'
  return (
    <Box sx={{ flex: '1 1 240px' }}>
      <MuiLink component={Link} to={`/${resourceName}/${contact.id}/show`} sx={{ fontWeight: 600 }}>
        {contact.name || translate('contacts.merge.empty')}
      </MuiLink>
      <Typography variant="body2">
        {[
          contact.company,
          [contact.zip, contact.city].filter(Boolean).join(' '),
          contact.email,
          contact.phone,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('contacts.duplicates.number', { id: contact.id, at: format.dateTime(contact.createdAt) })}
      </Typography>
    </Box>
  )
}

export function DuplicatesPage() {
  const translate = useTranslate()
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const client = useQueryClient()
  const mayEdit = useHasRight('090300:edit')
  const [page, setPage] = useState(1)
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['duplicates', page],
    queryFn: async () => {
      const answer = await request('GET', `/duplicates?page=${page}&perPage=${perPage}`)
      return {
        pairs: (await answer.json()) as DuplicatePair[],
        total: Number(answer.headers.get('x-total-count')),
      }
    },
    staleTime: 0,
  })
  const runAction = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: ['duplicates'] })
    } catch (caught) {
      notify(translateMessage((caught as Error).message), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const scan = () =>
    runAction(async () => {
      const [found] = await untypedApi<{ pairs: number }>('POST', '/duplicates/scan')
      setPage(1)
      notify('contacts.duplicates.found', { type: 'info', messageArgs: { smart_count: found?.pairs ?? 0 } })
    })
  return (
    <Box sx={{ maxWidth: 1100, my: 2 }}>
      <Title title="contacts.duplicates.title" />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="h1">{translate('contacts.duplicates.title')}</Typography>
        {mayEdit && (
          <MuiButton variant="contained" size="small" loading={busy} onClick={scan}>
            {translate('contacts.duplicates.scan')}
          </MuiButton>
        )}
      </Stack>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('contacts.duplicates.text')}
      </Typography>
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {data?.total === 0 && <Alert severity="success">{translate('contacts.duplicates.none')}</Alert>}
      <Stack spacing={1.5}>
        {data?.pairs.map(({ id, reason, low, high }) => (
          <Card key={id}>
            <CardContent sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
              <SummaryView contact={low} />
              <SummaryView contact={high} />
              <Chip size="small" label={translate(`contacts.duplicates.reason.${reason}`)} />
              {mayEdit && (
                <Stack direction="row" spacing={1}>
                  <MuiButton
                    size="small"
                    variant="outlined"
                    component={Link}
                    to={`/merge/${low.id}?from=${high.id}`}
                  >
                    {translate('contacts.merge.begin')}
                  </MuiButton>
                  <MuiButton
                    size="small"
                    disabled={busy}
                    onClick={() =>
                      runAction(() =>
                        untypedApi('POST', '/duplicates/dismiss', { lowId: low.id, highId: high.id }),
                      )
                    }
                  >
                    {translate('contacts.duplicates.dismiss')}
                  </MuiButton>
                </Stack>
              )}
            </CardContent>
          </Card>
        ))}
      </Stack>
      {data && data.total > perPage && (
        <Pagination
          sx={{ mt: 2 }}
          page={page}
          count={Math.ceil(data.total / perPage)}
          onChange={(_, next) => setPage(next)}
        />
      )}
    </Box>
  )
}
