// The page of a company: like that of a contact, with its people and their bookings.
import { Typography } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { ContactPage } from '../contacts/page/contact-page.tsx'
import type { RowOf } from '../shell/api/endpoints.ts'
import { Button } from '../shell/form/button.tsx'
import { ContactButtons } from '../shell/page/contact-buttons.tsx'
import { RecordLink } from '../shell/page/facts.tsx'
import { PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'
import { CompanyBookings } from './company-bookings.tsx'
import { CompanyLinks } from './company-links.tsx'

const maxShown = 50

function CompanyContacts({ id, count }: { id: number; count: number }) {
  const translate = useTranslate()
  const { data = [] } = useGetList<RowOf<'contacts'>>('contacts', {
    filter: { companyId: id },
    sort: { field: 'name', order: 'ASC' },
    pagination: { page: 1, perPage: maxShown },
  })
  const allContactsPath = `/contacts?filter=${encodeURIComponent(JSON.stringify({ companyId: id }))}&displayedFilters=${encodeURIComponent('{"companyId":true}')}`
  return (
    <PagePart title="companies.people" count={count}>
      {count === 0 && <Typography color="textSecondary">{translate('companies.nobody')}</Typography>}
      <RecordRows label={translate('companies.people')}>
        {data.map(({ id: contactId, name, position, department, phone, mobile, email }) => (
          <RecordRow
            key={contactId}
            title={<RecordLink to={`/contacts/${contactId}/show`}>{name}</RecordLink>}
            detail={[position, department].filter(Boolean).join(' · ')}
          >
            <ContactButtons phones={[phone || mobile]} emails={[email]} />
          </RecordRow>
        ))}
      </RecordRows>
      {count > maxShown && <Button to={allContactsPath} label={translate('companies.all', { count })} />}
    </PagePart>
  )
}

export const CompanyPage = () => (
  <ContactPage
    main={({ id, personCount }) => (
      <>
        <CompanyBookings companyId={id} />
        <CompanyContacts id={id} count={personCount} />
        <CompanyLinks companyId={id} />
      </>
    )}
  />
)
