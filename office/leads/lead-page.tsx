// The page of a lead: its value, next steps, its people and logbook; the form is behind Edit.
import DateIcon from '@mui/icons-material/EventNote'
import { Card, Chip, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { Button } from '../shell/form/button.tsx'
import { RecordForm, RecordToolbar } from '../shell/form/record-form.tsx'
import { useFormat } from '../shell/language/format.ts'
import { Fact, Facts, RecordLink, TextFact } from '../shell/page/facts.tsx'
import { BackLink, EditLink, PageHead } from '../shell/page/page-head.tsx'
import { ChangesPart, PageColumns, PagePart } from '../shell/page/page-layout.tsx'
import { RecordPage } from '../shell/page/record-page.tsx'
import { LeadFields } from './lead-form.tsx'
import { LeadPeople } from './lead-people.tsx'
import { LeadSteps } from './lead-steps.tsx'
import { LeadTasks } from './lead-tasks.tsx'
import { Logbook } from './logbook.tsx'
import { useLeadStatuses } from './options.ts'
import { StatusSelect } from './status-select.tsx'

type Lead = RecordOf<'leads'>

function Heading({ lead, children }: { lead: Lead; children: ReactNode }) {
  const translate = useTranslate()
  const format = useFormat()
  const status = useLeadStatuses().find(({ id }) => id === lead.status)
  return (
    <PageHead
      title={lead.name}
      chips={
        <Chip
          size="small"
          color={status?.isOpen ? 'info' : 'default'}
          variant="outlined"
          label={status?.name ?? lead.status}
        />
      }
      detail={[translate('leads.since', { day: format.dateTime(lead.statusChangedAt) }), lead.ownerName]
        .filter(Boolean)
        .join(' · ')}
    >
      {children}
    </PageHead>
  )
}

/** Opens the form of a new date with the data of the lead. */
function MakeDateButton({ lead: { name, clientId } }: { lead: Lead }) {
  if (!useHasRight('catalogue:edit')) return null
  const query = new URLSearchParams({ title: name, client: String(clientId) })
  return (
    <Button label="leads.makeDate" to={`/dates/create?${query}`}>
      <DateIcon />
    </Button>
  )
}

function LeadFacts({ lead }: { lead: Lead }) {
  const format = useFormat()
  const translate = useTranslate()
  const { value, offerDate, companyId, companyName, categoryName, region, sector, size, rating } = lead
  return (
    <Facts>
      <TextFact label="resources.leads.fields.value" text={value > 0 ? format.money(value) : ''} />
      <TextFact label="resources.leads.fields.offerDate" text={format.date(offerDate)} />
      {companyId > 0 && (
        <Fact label="resources.leads.fields.companyId">
          <RecordLink to={`/companies/${companyId}/show`}>{companyName}</RecordLink>
        </Fact>
      )}
      {categoryName && <Fact label="resources.leads.fields.categoryId">{categoryName}</Fact>}
      {region && <Fact label="resources.leads.fields.region">{region}</Fact>}
      {sector && <Fact label="resources.leads.fields.sector">{sector}</Fact>}
      {size > 0 && <Fact label="resources.leads.fields.size">{format.number(size)}</Fact>}
      {rating > 0 && (
        <Fact label="resources.leads.fields.rating">{translate('leads.ratingOf', { rating })}</Fact>
      )}
      <Fact label="resources.leads.fields.createdAt">{format.dateTime(lead.createdAt)}</Fact>
    </Facts>
  )
}

function LeadLogbook({ leadId }: { leadId: number }) {
  const params = { leadId }
  const mayWrite = useHasRight('lead:edit')
  return (
    <PagePart title="leads.part.logbook">
      <Logbook
        queryKey={['lead', leadId]}
        read={() => api('GET', '/leads/{leadId}/logbook-entries', { params })}
        add={(body) => api('POST', '/leads/{leadId}/logbook-entries', { params, body })}
        isReadOnly={!mayWrite}
      />
    </PagePart>
  )
}

function Workplace({ lead }: { lead: Lead }) {
  const mayEdit = useHasRight('lead:edit')
  return (
    <Stack spacing={1.5}>
      <Card sx={{ p: 2 }}>
        <Stack spacing={2}>
          <Heading lead={lead}>
            <EditLink mayEdit={mayEdit} />
            <MakeDateButton lead={lead} />
            {mayEdit && <StatusSelect lead={lead} />}
          </Heading>
          <LeadFacts lead={lead} />
          <LeadSteps lead={lead} />
        </Stack>
      </Card>
      <PageColumns
        isAsideWide
        aside={
          <>
            <LeadLogbook leadId={lead.id} />
            <ChangesPart key={lead.version} subject="lead" id={lead.id} />
          </>
        }
      >
        <LeadPeople lead={lead} />
        <LeadTasks lead={lead} />
      </PageColumns>
    </Stack>
  )
}

const LeadToolbar = () => (useHasRight('lead:edit') ? <RecordToolbar /> : null)

export const LeadPage = () => (
  <RecordPage<Lead>
    heading={(lead) => (
      <Heading lead={lead}>
        <BackLink />
      </Heading>
    )}
    form={
      <RecordForm toolbar={<LeadToolbar />} sx={{ maxWidth: 860 }}>
        <LeadFields />
      </RecordForm>
    }
    page={(lead) => <Workplace lead={lead} />}
  />
)
