// The confirmation of an order: all that its orderer sees on the page, in the mail and in the file.
import { Box, Card, CardContent, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'ra-core'
import { PdfLink } from '../documents/pdf-link.tsx'
import { api, apiHref } from '../shell/api/api.ts'
import { Facts } from '../shell/page/facts.tsx'

export function ShownOrder({ orderId }: { orderId: number }) {
  const translate = useTranslate()
  const language = useLocale() === 'en' ? 'en' : 'de'
  const { data: [shown] = [] } = useQuery({
    queryKey: ['bookings', 'shown order', orderId, language],
    queryFn: () => api('GET', '/orders/{orderId}/shown', { params: { orderId }, query: { language } }),
  })
  if (!shown) return null
  return (
    <Card component="section" aria-label={translate('orders.shown')} sx={{ mb: 2 }}>
      <CardContent>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <Typography variant="h3" component="h2" sx={{ flex: '1 1 200px' }}>
            {translate('orders.shown')}
          </Typography>
          <PdfLink href={apiHref('/orders/{orderId}/pdf', { params: { orderId }, query: { language } })}>
            {translate('orders.shownPdf')}
          </PdfLink>
          {shown.isRecorded && (
            <PdfLink
              href={apiHref('/orders/{orderId}/record/pdf', { params: { orderId }, query: { language } })}
            >
              {translate('orders.recordPdf')}
            </PdfLink>
          )}
        </Stack>
        {shown.sections.map(({ title, rows }, index) => (
          <section key={`${index} ${title}`} aria-label={title}>
            <Typography variant="h4" component="h3" sx={{ mt: 2, mb: 1 }}>
              {title}
            </Typography>
            <Facts>
              {rows.map(({ label, value }) => (
                <Box key={label} sx={{ minWidth: 0 }}>
                  <Typography component="dt" variant="body2" color="textSecondary">
                    {label}
                  </Typography>
                  <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                    {value}
                  </Box>
                </Box>
              ))}
            </Facts>
          </section>
        ))}
      </CardContent>
    </Card>
  )
}
