// The page of a trainer: how to reach them, conflicts, dates; beside them workload, absences, change log. The form is behind Edit.
import { Button, Card, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetOne, useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { AddressFacts, phoneNumbers } from '../addresses/contact-facts.tsx'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { useToday } from '../shell/language/today.ts'
import { HtmlView } from '../shell/list/html-view.tsx'
import { ContactButtons } from '../shell/page/contact-buttons.tsx'
import { fullRecordQuery } from '../shell/page/edit-page.tsx'
import { Fact, Facts, RecordLink } from '../shell/page/facts.tsx'
import { BackLink, EditLink, PageHead } from '../shell/page/page-head.tsx'
import { ChangesPart, FoldedPart, PageColumns, PagePart } from '../shell/page/page-layout.tsx'
import { RecordPage } from '../shell/page/record-page.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'
import { StepList } from '../shell/page/step-list.tsx'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { DatesPart } from './dates/dates-part.tsx'
import { ImagePart } from './images/lazy-image-part.ts'
import { ScheduleConflicts } from './schedule-conflicts.tsx'
import { TrainerForm } from './trainers.tsx'
import { Workload } from './workload.tsx'

const FeedbackPart = lazyComponent(async () => (await import('../feedback/feedback-part.tsx')).FeedbackPart)

type Trainer = RecordOf<'trainers'>
type Contact = RecordOf<'contacts'>

interface HeadingProps {
  trainer: Trainer
  contact?: ReactNode
  children: ReactNode
}

const Heading = ({ trainer, ...props }: HeadingProps) => (
  <PageHead
    title={trainer.name}
    detail={[trainer.company, trainer.identifier].filter(Boolean).join(' · ')}
    {...props}
  />
)

/** The contact of a trainer, for users with the right to contacts. */
function useContact({ contactId }: Trainer): Contact | undefined {
  const seesContacts = useHasRight('090300:access')
  return useGetOne<Contact>(
    'contacts',
    { id: contactId, ...fullRecordQuery },
    { enabled: seesContacts && contactId > 0 },
  ).data
}

function Conflicts({ trainerId }: { trainerId: number }) {
  const { data = [] } = useQuery({
    queryKey: ['schedule-conflicts', 'trainer', trainerId],
    queryFn: () => api('GET', '/trainers/{trainerId}/schedule-conflicts', { params: { trainerId } }),
    staleTime: 0,
  })
  return <ScheduleConflicts conflicts={data} />
}

function Steps({ trainer: { id, contactId } }: { trainer: Trainer }) {
  const translate = useTranslate()
  const mayChoose = useHasRight(['catalogue:edit', '090300:access'])
  if (contactId !== 0 || !mayChoose) return null
  const choose = (
    <Button size="small" variant="outlined" component={Link} to={`/trainers/${id}/edit?field=contactId`}>
      {translate('catalogue.trainer.chooseContact')}
    </Button>
  )
  return (
    <StepList steps={[{ key: 'contact', text: translate('catalogue.trainer.noContact'), action: choose }]} />
  )
}

function ContactFactsOfTrainer({ contact }: { contact: Contact | undefined }) {
  if (!contact) return null
  return (
    <Facts>
      <Fact label="resources.trainers.fields.contactId">
        <RecordLink to={`/contacts/${contact.id}/show`}>{contact.name}</RecordLink>
      </Fact>
      <AddressFacts addresses={contact.addresses} printedAddresses={contact.printedAddresses} />
    </Facts>
  )
}

function Absences({ trainer: { absences } }: { trainer: Trainer }) {
  const translate = useTranslate()
  const format = useFormat()
  const today = useToday()
  const upcoming = absences
    .filter(({ lastDay }) => lastDay >= today)
    .toSorted((a, b) => a.firstDay.localeCompare(b.firstDay))
  if (upcoming.length === 0) return null
  return (
    <PagePart title="catalogue.trainer.absences">
      <RecordRows label={translate('catalogue.trainer.absences')}>
        {upcoming.map(({ id, firstDay, lastDay, reason }) => (
          <RecordRow key={id} title={format.span(firstDay, lastDay)} detail={reason} />
        ))}
      </RecordRows>
    </PagePart>
  )
}

function Workplace({ trainer }: { trainer: Trainer }) {
  const mayEdit = useHasRight('catalogue:edit')
  const contact = useContact(trainer)
  return (
    <Stack spacing={1.5}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={2}>
          <Heading
            trainer={trainer}
            contact={
              contact && (
                <ContactButtons
                  phones={phoneNumbers(contact.phones)}
                  emails={contact.emails.map(({ email }) => email)}
                />
              )
            }
          >
            <EditLink mayEdit={mayEdit} />
          </Heading>
          <Conflicts key={trainer.version} trainerId={trainer.id} />
          <ContactFactsOfTrainer contact={contact} />
          <Steps trainer={trainer} />
        </Stack>
      </Card>
      <PageColumns
        aside={
          <>
            <Suspense fallback={null}>
              <ImagePart of={{ owner: 'trainer', ownerId: trainer.id }} />
            </Suspense>
            <Absences trainer={trainer} />
            <Workload trainerId={trainer.id} />
            {trainer.descriptionHtml && (
              <FoldedPart title="catalogue.trainer.description">
                <HtmlView html={trainer.descriptionHtml} />
              </FoldedPart>
            )}
            <ChangesPart key={trainer.version} subject="trainer" id={trainer.id} />
          </>
        }
      >
        <DatesPart of={{ trainerId: trainer.id }} />
        <Suspense fallback={null}>
          <FeedbackPart of={{ path: '/trainers/{id}/feedback', id: trainer.id }} />
        </Suspense>
      </PageColumns>
    </Stack>
  )
}

export const TrainerPage = () => (
  <RecordPage<Trainer>
    heading={(trainer) => (
      <Heading trainer={trainer}>
        <BackLink />
      </Heading>
    )}
    form={<TrainerForm />}
    page={(trainer) => <Workplace trainer={trainer} />}
  />
)
