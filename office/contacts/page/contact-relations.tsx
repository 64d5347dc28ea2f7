// The relations of a contact or company: open tasks and next steps of leads, its leads, its invoice confirmations.

import { Button } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { isCompany } from '../../../server/addresses/contact-types.ts'
import { useLeadStatuses } from '../../leads/options.ts'
import type { RecordOf, RowOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'
import { RecordLink } from '../../shell/page/facts.tsx'
import { PagePart } from '../../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../../shell/page/record-rows.tsx'
import { StepList } from '../../shell/page/step-list.tsx'

type ContactRecord = Pick<RecordOf<'contacts'>, 'id' | 'contactType'>
type Lead = RowOf<'leads'>

const page = { page: 1, perPage: 50 }

const useLeads = (contactId: number) =>
  useGetList<Lead>(
    'leads',
    { filter: { contactId }, pagination: page, sort: { field: 'createdAt', order: 'DESC' } },
    { enabled: useHasRight('lead:access') },
  )

/** Open tasks, and the next steps of open leads. */
export function ContactSteps({ record: { id } }: { record: ContactRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  const { data: tasks = [] } = useGetList<RowOf<'tasks'>>(
    'tasks',
    {
      filter: { contactId: id, isDone: false },
      pagination: page,
      sort: { field: 'dueDate', order: 'ASC' },
    },
    { enabled: useHasRight('task:access') },
  )
  const { data: leads = [] } = useLeads(id)
  const open = new Set(
    useLeadStatuses()
      .filter(({ isOpen }) => isOpen)
      .map((status) => status.id),
  )
  const due = (day: string) => day && translate('contacts.due', { day: format.date(day) })
  const steps = [
    ...tasks.map((task) => ({
      key: `task ${task.id}`,
      to: `/tasks/${task.id}`,
      text: [task.subject || task.taskNr, due(task.dueDate), task.assigneeName],
    })),
    ...leads
      .filter(({ status, nextStep }) => nextStep !== '' && open.has(status))
      .map((lead) => ({
        key: `lead ${lead.id}`,
        to: `/leads/${lead.id}`,
        text: [`${lead.name}: ${lead.nextStep}`, due(lead.nextStepDate), lead.nextStepAssigneeName],
      })),
  ]
  return (
    <StepList
      steps={steps.map(({ key, to, text }) => ({
        key,
        text: text.filter(Boolean).join(' · '),
        action: (
          <Button size="small" component={Link} to={to}>
            {translate('contacts.openExisting')}
          </Button>
        ),
      }))}
    />
  )
}

export function ContactLeads({ record: { id } }: { record: ContactRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  const statuses = useLeadStatuses()
  const { data = [], total } = useLeads(id)
  if (data.length === 0) return null
  return (
    <PagePart title="contacts.timeline.lead" {...(total === undefined ? {} : { count: total })}>
      <RecordRows label={translate('contacts.timeline.lead')}>
        {data.map(({ id: leadId, name, status, ownerName, createdAt }) => (
          <RecordRow
            key={leadId}
            title={<RecordLink to={`/leads/${leadId}`}>{name}</RecordLink>}
            detail={[format.dateTime(createdAt), ownerName].filter(Boolean).join(' · ')}
          >
            {statuses.find((one) => one.id === status)?.name ?? status}
          </RecordRow>
        ))}
      </RecordRows>
    </PagePart>
  )
}

export function ContactConfirmations({ record: { id, contactType } }: { record: ContactRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  const { data = [], total } = useGetList<RowOf<'invoice-confirmations'>>(
    'invoice-confirmations',
    {
      filter: isCompany(contactType) ? { companyId: id } : { contactId: id },
      pagination: page,
      sort: { field: 'createdAt', order: 'DESC' },
    },
    { enabled: useHasRight('100400') },
  )
  if (data.length === 0) return null
  const title = 'contacts.timeline.invoice'
  return (
    <PagePart title={title} {...(total === undefined ? {} : { count: total })}>
      <RecordRows label={translate(title)}>
        {data.map((confirmation) => (
          <RecordRow
            key={confirmation.id}
            title={
              <RecordLink to={`/invoice-confirmations/${confirmation.id}/show`}>
                {translate('contacts.confirmation', { id: confirmation.id })}
              </RecordLink>
            }
            detail={[
              format.dateTime(confirmation.createdAt),
              isCompany(contactType) && confirmation.contactName,
              confirmation.dateTitle,
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {confirmation.totals.map(({ gross, currency }) => format.money(gross, currency)).join(' · ')}
          </RecordRow>
        ))}
      </RecordRows>
    </PagePart>
  )
}
