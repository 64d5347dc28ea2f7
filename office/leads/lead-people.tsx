// The contacts of a lead, with buttons that call and mail.
import { useGetMany, useTranslate } from 'ra-core'
import type { RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ContactButtons } from '../shell/page/contact-buttons.tsx'
import { RecordLink } from '../shell/page/facts.tsx'
import { PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'

export function LeadPeople({ lead }: { lead: RecordOf<'leads'> }) {
  const translate = useTranslate()
  const seesContacts = useHasRight('090300:access')
  const ids = seesContacts ? lead.contactIds : []
  const { data = [] } = useGetMany<RowOf<'contacts'>>('contacts', { ids }, { enabled: ids.length > 0 })
  if (ids.length === 0) return null
  return (
    <PagePart title="resources.leads.fields.contactIds">
      <RecordRows label={translate('resources.leads.fields.contactIds')}>
        {data.filter(Boolean).map(({ id, name, company, email, phone, mobile }) => (
          <RecordRow
            key={id}
            title={<RecordLink to={`/contacts/${id}/show`}>{name}</RecordLink>}
            detail={company}
          >
            <ContactButtons phones={[phone, mobile]} emails={[email]} subject={lead.name} />
          </RecordRow>
        ))}
      </RecordRows>
    </PagePart>
  )
}
