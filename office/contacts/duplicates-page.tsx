// Pairs of possible duplicates: to be merged or dismissed.

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
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Title } from 'react-admin'
import { Link } from 'react-router-dom'
import { contactTypes } from '../../server/addresses/contact-types.ts'
import { useAction } from '../shell/api/action.ts'
import { api, apiPage } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'

type ContactSummary = Answer<'GET', '/duplicates'>['low']

const duplicatesKey = ['duplicates']
const perPage = 20

function SummaryView({ contact }: { contact: ContactSummary }) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <Box sx={{ flex: '1 1 240px' }}>
      <MuiLink
        component={Link}
        to={`/${contactTypes[contact.contactType].resource}/${contact.id}/show`}
        sx={{ fontWeight: 600 }}
      >
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
  const mayEdit = useHasRight('090300:edit')
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    queryKey: [...duplicatesKey, page],
    queryFn: () => apiPage('/duplicates', { query: { page, perPage } }),
    staleTime: 0,
  })
  const scan = useAction(() => api('POST', '/duplicates/scan'), {
    success: ([found]) => ['contacts.duplicates.found', { smart_count: found?.pairCount ?? 0 }],
    refresh: [duplicatesKey],
    onSuccess: () => setPage(1),
  })
  const dismiss = useAction(
    ({ low, high }: { low: ContactSummary; high: ContactSummary }) =>
      api('POST', '/duplicates/dismiss', { body: { lowId: low.id, highId: high.id } }),
    { refresh: [duplicatesKey] },
  )
  const total = data?.total ?? 0
  return (
    <Box sx={{ maxWidth: 1100, my: 2 }}>
      <Title title="contacts.duplicates.title" />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="h1">{translate('contacts.duplicates.title')}</Typography>
        {mayEdit && (
          <MuiButton variant="contained" size="small" loading={scan.busy} onClick={() => scan.run()}>
            {translate('contacts.duplicates.scan')}
          </MuiButton>
        )}
      </Stack>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('contacts.duplicates.text')}
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      {data?.total === 0 && <Alert severity="success">{translate('contacts.duplicates.none')}</Alert>}
      <Stack spacing={1.5}>
        {data?.records.map(({ id, reason, low, high }) => (
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
                  <MuiButton size="small" disabled={dismiss.busy} onClick={() => dismiss.run({ low, high })}>
                    {translate('contacts.duplicates.dismiss')}
                  </MuiButton>
                </Stack>
              )}
            </CardContent>
          </Card>
        ))}
      </Stack>
      {total > perPage && (
        <Pagination
          sx={{ mt: 2 }}
          page={page}
          count={Math.ceil(total / perPage)}
          onChange={(_, next) => setPage(next)}
        />
      )}
    </Box>
  )
}
