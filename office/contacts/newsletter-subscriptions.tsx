// The newsletter subscriptions of a contact, and its consents with their evidence.
import { Alert, Box, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import { useFormat } from '../shell/language/format.ts'
import { PagePart } from '../shell/page/page-layout.tsx'

export function NewsletterSubscriptions({ id }: { id: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const { data, error } = useQuery({
    queryKey: ['newsletter-subscriptions', id],
    queryFn: async () =>
      (await api('GET', '/contacts/{contactId}/newsletter-subscriptions', { params: { contactId: id } }))[0],
  })
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!data) return null
  return (
    <PagePart title="contacts.section.newsletters">
      {data.subscriptions.length + data.consents.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('contacts.consent.none')}
        </Typography>
      )}
      {data.subscriptions.map((one) => (
        <Box
          key={`${one.service} ${one.externalId}`}
          sx={{ mb: 0.75, display: 'flex', gap: 1, alignItems: 'center' }}
        >
          <Typography variant="body2">
            {one.serviceName}: {one.formName || one.externalId}
          </Typography>
          <Chip
            size="small"
            color={one.status === 'confirmed' ? 'success' : 'default'}
            label={translate(`contacts.newsletterStatus.${one.status}`)}
          />
        </Box>
      ))}
      {data.consents.map((one) => (
        <Box key={one.id} sx={{ borderLeft: 3, borderColor: 'divider', pl: 1.5, mb: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {translate('contacts.consent.given', { form: one.formName, email: one.email })}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {translate('contacts.consent.evidence', {
              at: format.dateTime(one.givenAt),
              address: one.ipAddress,
              agent: one.userAgent,
              client: one.clientName,
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
    </PagePart>
  )
}
