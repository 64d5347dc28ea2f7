// The page of a person, location or company.
import MergeIcon from '@mui/icons-material/CallMerge'
import { Box, Chip, Paper, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Button, DeleteWithConfirmButton, EditButton, Title, useNotify, useRedirect } from 'react-admin'
import { Link } from 'react-router-dom'
import { ContactBookings } from '../bookings/contact-bookings.tsx'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ShowPage } from '../shell/form/edit-page.tsx'
import { MergeHistory } from './merge-history.tsx'
import { NewsletterSubscriptions } from './newsletter-subscriptions.tsx'
import { RecordCard } from './record-card.tsx'
import { resourceOf } from './resource-of.ts'
import { Timeline } from './timeline.tsx'

type ContactRecord = RecordOf<'contacts'>

function PageHeader({ record }: { record: ContactRecord }) {
  const translate = useTranslate()
  const notify = useNotify()
  const redirect = useRedirect()
  const mayEdit = useHasRight('090300:edit')
  const resourceName = resourceOf(record)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, my: 2 }}>
      <Title title={record.name} />
      <Typography variant="h1" sx={{ mr: 1 }}>
        {[
          record.salutation && translate(`contacts.salutation.${record.salutation}`),
          record.title,
          record.name,
          record.name2,
        ]
          .filter(Boolean)
          .join(' ')}
      </Typography>
      <Chip size="small" label={translate(`contacts.type.${record.contactType}`)} />
      <Box sx={{ flex: 1 }} />
      {mayEdit && (
        <>
          <EditButton resource={resourceName} record={record} />
          <Button component={Link} to={`/merge/${record.id}`} label="contacts.merge.begin">
            <MergeIcon />
          </Button>
          <DeleteWithConfirmButton
            resource={resourceName}
            record={record}
            mutationMode="pessimistic"
            mutationOptions={{
              onError: (error) =>
                notify(error instanceof Error ? error.message : 'shell.error.server', {
                  type: 'warning',
                  autoHideDuration: 15_000,
                }),
              onSuccess: () => redirect('list', resourceName),
            }}
          />
        </>
      )}
    </Stack>
  )
}

function Bookings({ id }: { id: number }) {
  const translate = useTranslate()
  return (
    <Paper variant="outlined" component="section" aria-labelledby="contact-bookings" sx={{ p: 2 }}>
      <Typography variant="h2" id="contact-bookings" sx={{ mb: 1 }}>
        {translate('bookings.menu')}
      </Typography>
      <ContactBookings contactId={id} />
    </Paper>
  )
}

function Content({ aside }: { aside: ((record: ContactRecord) => ReactNode) | undefined }) {
  const record = useRecordContext<ContactRecord>()
  if (!record) return null
  return (
    <Box>
      <PageHeader record={record} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: 'minmax(300px, 5fr) 7fr' } }}>
        <Stack spacing={2}>
          <RecordCard record={record} />
          {aside?.(record)}
          <NewsletterSubscriptions id={record.id} />
          <MergeHistory id={record.id} />
        </Stack>
        <Stack spacing={3} sx={{ minWidth: 0 }}>
          {record.contactType === 'person' && <Bookings id={record.id} />}
          <Timeline id={record.id} />
        </Stack>
      </Box>
    </Box>
  )
}

/** @param aside shown below the data of the record */
export const ContactPage = ({ aside }: { aside?: (record: ContactRecord) => ReactNode }) => (
  <ShowPage>
    <Content aside={aside} />
  </ShowPage>
)
