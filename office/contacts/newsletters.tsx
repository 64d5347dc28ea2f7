// Newsletters of a contact, and the consents with their evidence.
import { Alert, Box, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { Static } from 'typebox'
import type { NewsletterState } from '../../server/contacts/contact.timeline.office.ts'
import { untypedApi } from '../shell/api/api.ts'
import { useFormat } from '../shell/app/format.ts'
import { Panel } from './record-card.tsx'

export function Newsletters({ id }: { id: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const { data, error } = useQuery({
    queryKey: ['contact-newsletters', id],
    queryFn: async () =>
      (await untypedApi<Static<typeof NewsletterState>>('GET', `/contacts/${id}/newsletters`))[0],
  })
  if (error) return <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>
  if (!data) return null
  return (
    <Panel title="contacts.section.newsletters">
      {data.subscriptions.length + data.consents.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('contacts.consent.none')}
        </Typography>
      )}
      {data.subscriptions.map((one) => (
        <Box
          key={`${one.type} ${one.extId}`}
          sx={{ mb: 0.75, display: 'flex', gap: 1, alignItems: 'center' }}
        >
          <Typography variant="body2">
            {one.name}: {one.form || one.extId}
          </Typography>
          <Chip
            size="small"
            color={one.state === 'confirmed' ? 'success' : 'default'}
            label={translate(`contacts.newsletterState.${one.state}`)}
          />
        </Box>
      ))}
      {data.consents.map((one) => (
        <Box key={one.id} sx={{ borderLeft: 3, borderColor: 'divider', pl: 1.5, mb: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {translate('contacts.consent.given', { form: one.form, email: one.email })}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {translate('contacts.consent.evidence', {
              at: format.dateTime(one.givenAt),
              address: one.originAddress,
              agent: one.originAgent,
              client: one.client,
            })}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {!one.doubleOptIn
              ? translate('contacts.consent.single')
              : one.confirmedAt
                ? translate('contacts.consent.confirmed', { at: format.dateTime(one.confirmedAt) })
                : translate('contacts.consent.pending')}
          </Typography>
        </Box>
      ))}
    </Panel>
  )
}
