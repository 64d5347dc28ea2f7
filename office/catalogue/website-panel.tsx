// The response of GET /events for an event or a date, with every flag that fills fields.
import CopyIcon from '@mui/icons-material/ContentCopy'
import RefreshIcon from '@mui/icons-material/Refresh'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { api } from '../shell/api/api.ts'
import { TechnicalDetails } from '../shell/page/technical-details.tsx'
import type { EventOrDate } from './check-panel.tsx'

const fetchPreview = (of: EventOrDate) =>
  'eventId' in of
    ? api('GET', '/events/{eventId}/website', { params: of })
    : api('GET', '/dates/{dateId}/website', { params: of })

export function WebsitePanel({ of }: { of: EventOrDate }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { data, error, isPending, refetch, isFetching } = useQuery({
    queryKey: ['website', of],
    queryFn: () => fetchPreview(of),
    staleTime: 0,
  })
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (isPending) return null
  const website = data[0]!
  const json = JSON.stringify(website.events, null, 2)
  const copy = (): void => {
    navigator.clipboard.writeText(json).then(
      () => notify('catalogue.website.copied', { type: 'success' }),
      () => notify('catalogue.website.notCopied', { type: 'warning' }),
    )
  }
  return (
    <Stack spacing={1.5} sx={{ width: '100%', minWidth: 0 }}>
      <Alert severity={website.isPublished ? 'info' : 'warning'}>
        {translate(website.isPublished ? 'catalogue.website.published' : 'catalogue.website.preview')}
      </Alert>
      <TechnicalDetails>
        <Stack spacing={1.5}>
          <Typography
            component="code"
            variant="body2"
            sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            GET {website.url}
          </Typography>
          <Stack direction="row" spacing={1}>
            <Button size="small" variant="outlined" startIcon={<CopyIcon />} onClick={copy}>
              {translate('catalogue.website.copy')}
            </Button>
            <Button size="small" startIcon={<RefreshIcon />} loading={isFetching} onClick={() => refetch()}>
              {translate('catalogue.website.reload')}
            </Button>
          </Stack>
          <Box
            component="pre"
            tabIndex={0}
            role="region"
            aria-label={translate('catalogue.website.json')}
            sx={{
              m: 0,
              p: 2,
              maxHeight: '60vh',
              overflow: 'auto',
              fontSize: 'body2.fontSize',
              bgcolor: 'action.hover',
              borderRadius: 1,
            }}
          >
            {json}
          </Box>
        </Stack>
      </TechnicalDetails>
    </Stack>
  )
}
