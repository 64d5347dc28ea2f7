// Everything of a person, location or company on one page.
import MergeIcon from '@mui/icons-material/CallMerge'
import { Box, Chip, Paper, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Button, DeleteWithConfirmButton, EditButton, Title, useNotify, useRedirect } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ContactRecord } from '../../server/addresses/record.office.ts'
import { ContactBookings } from '../bookings/contact-bookings.tsx'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ShowPage } from '../shell/form/edit-page.tsx'
import { MergeHistory } from './merge-history.tsx'
import { Newsletters } from './newsletters.tsx'
import { RecordCard } from './record-card.tsx'
import { Timeline } from './timeline.tsx'

export const resourceOf = (record: Pick<ContactRecord, 'contactType'>): 'companies' | 'contacts' =>
  record.contactType === 'company' ? 'companies' : 'contacts'

function PageHeader({ record }: { record: ContactRecord }) {
  const translate = useTranslate()
  const notify = useNotify()
  const redirect = useRedirect()
  const translateMessage = useServerMessage()
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
                notify(translateMessage((error as Error).message), {
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
          <Newsletters id={record.id} />
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

/** @param aside what the page of a company shows beside */
export const ContactPage = ({ aside }: { aside?: (record: ContactRecord) => ReactNode }) => (
  <ShowPage>
    <Content aside={aside} />
  </ShowPage>
)
