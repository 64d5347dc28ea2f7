// The page of a person, location or company: facts, next steps, its bookings; beside it the timeline.

import MergeIcon from '@mui/icons-material/CallMerge'
import EditIcon from '@mui/icons-material/Edit'
import { Card, Chip, Stack } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Title } from 'react-admin'
import { contactTypes, isPerson } from '../../../server/addresses/contact-types.ts'
import { ContactDetails, ContactFacts, phoneNumbers } from '../../addresses/contact-facts.tsx'
import { ContactBookings } from '../../bookings/contact-bookings.tsx'
import { CertificateRows } from '../../documents/certificate-rows.tsx'
import { WriteButton } from '../../messages/write-button.tsx'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import { DeleteButton } from '../../shell/form/delete-button.tsx'
import { ContactButtons } from '../../shell/page/contact-buttons.tsx'
import { ShowPage } from '../../shell/page/edit-page.tsx'
import { PageHead } from '../../shell/page/page-head.tsx'
import { PageColumns, PagePart } from '../../shell/page/page-layout.tsx'
import { MergeHistory } from '../merge-history.tsx'
import { NewsletterSubscriptions } from '../newsletter-subscriptions.tsx'
import { BouncedEmails } from './bounced-emails.tsx'
import { ContactConfirmations, ContactLeads, ContactSteps } from './contact-relations.tsx'
import { Timeline } from './timeline.tsx'

type ContactRecord = RecordOf<'contacts'>

function Actions({ record }: { record: ContactRecord }) {
  const resource = contactTypes[record.contactType].resource
  return (
    <>
      <Button label="ra.action.edit" variant="contained" to={`/${resource}/${record.id}`}>
        <EditIcon />
      </Button>
      <Button label="contacts.merge.begin" to={`/merge/${record.id}`}>
        <MergeIcon />
      </Button>
      <DeleteButton resource={resource} />
    </>
  )
}

function Heading({ record }: { record: ContactRecord }) {
  const translate = useTranslate()
  const mayEdit = useHasRight('090300:edit')
  const { salutation, title, name, name2, emails, phones } = record
  return (
    <>
      <Title title={name} />
      <PageHead
        title={[salutation && translate(`contacts.salutation.${salutation}`), title, name, name2]
          .filter(Boolean)
          .join(' ')}
        chips={<Chip size="small" label={translate(`contacts.type.${record.contactType}`)} />}
        contact={
          emails.length + phones.length > 0 && (
            <ContactButtons phones={phoneNumbers(phones)} emails={emails.map(({ email }) => email)} />
          )
        }
      >
        {emails.length > 0 && isPerson(record.contactType) && (
          <WriteButton to={{ contactIds: [record.id] }} />
        )}
        {mayEdit && <Actions record={record} />}
      </PageHead>
    </>
  )
}

function Content({ main }: { main: ((record: ContactRecord) => ReactNode) | undefined }) {
  const record = useRecordContext<ContactRecord>()
  if (!record) return null
  return (
    <Stack spacing={1.5} sx={{ mt: 1 }}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={2}>
          <Heading record={record} />
          <BouncedEmails record={record} />
          <ContactFacts record={record} />
          <ContactSteps record={record} />
        </Stack>
      </Card>
      <PageColumns
        isAsideWide
        aside={
          <Card sx={{ p: 2 }}>
            <Timeline id={record.id} />
          </Card>
        }
      >
        {isPerson(record.contactType) && (
          <PagePart title="bookings.menu">
            <ContactBookings contactId={record.id} />
          </PagePart>
        )}
        {main?.(record)}
        <ContactLeads record={record} />
        <ContactConfirmations record={record} />
        <CertificateRows of={{ contactId: record.id }} />
        <ContactDetails record={record} />
        <NewsletterSubscriptions id={record.id} />
        <MergeHistory id={record.id} />
      </PageColumns>
    </Stack>
  )
}

/** @param main more parts of the page */
export const ContactPage = ({ main }: { main?: (record: ContactRecord) => ReactNode }) => (
  <ShowPage>
    <Content main={main} />
  </ShowPage>
)
