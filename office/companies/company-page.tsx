import { Link as MuiLink, Typography } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { Button, useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import { ContactPage } from '../contacts/contact-page.tsx'
import { Panel } from '../contacts/record-card.tsx'
import type { RowOf } from '../shell/api/endpoints.ts'

const maxShown = 50

function CompanyContacts({ id, count }: { id: number; count: number }) {
  const translate = useTranslate()
  const createPath = useCreatePath()
  const { data = [] } = useGetList<RowOf<'contacts'>>('contacts', {
    filter: { companyId: id },
    sort: { field: 'name', order: 'ASC' },
    pagination: { page: 1, perPage: maxShown },
  })
  const allContactsPath = `/contacts?filter=${encodeURIComponent(JSON.stringify({ companyId: id }))}&displayedFilters=${encodeURIComponent('{"companyId":true}')}`
  return (
    <Panel title="companies.people">
      {count === 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('companies.nobody')}
        </Typography>
      )}
      {data.map((person) => (
        <Typography key={person.id} variant="body2" sx={{ mb: 0.5 }}>
          <MuiLink
            component={Link}
            to={createPath({ resource: 'contacts', type: 'show', id: person.id })}
            underline="always"
          >
            {person.name}
          </MuiLink>{' '}
          {[person.position, person.department, person.email, person.phone].filter(Boolean).join(' · ')}
        </Typography>
      ))}
      {count > maxShown && (
        <Button component={Link} to={allContactsPath} label={translate('companies.all', { count })} />
      )}
    </Panel>
  )
}

export const CompanyPage = () => (
  <ContactPage aside={(record) => <CompanyContacts id={record.id} count={record.personCount} />} />
)
