// The contacts of a lead with e-mail addresses and phone numbers.
import { Card, CardContent, Link as MuiLink, Typography } from '@mui/material'
import { useGetMany, useRecordContext, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { mailto, telephone } from '../shell/list/contact-links.ts'

export function LeadPeople() {
  const translate = useTranslate()
  const lead = useRecordContext<RecordOf<'leads'>>()
  const seesContacts = useHasRight('090300:access')
  const ids = seesContacts ? (lead?.contactIds ?? []) : []
  const { data = [] } = useGetMany<RowOf<'contacts'>>('contacts', { ids }, { enabled: ids.length > 0 })
  if (!lead || ids.length === 0) return null
  return (
    <Card component="section" aria-labelledby="lead-people">
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        <Typography id="lead-people" component="h2" variant="h3">
          {translate('resources.leads.fields.contactIds')}
        </Typography>
        {data.filter(Boolean).map((person) => (
          <Typography
            key={person.id}
            component="div"
            variant="body2"
            sx={{ mt: 1, overflowWrap: 'anywhere', '& a': { display: 'inline-block', lineHeight: '24px' } }}
          >
            <MuiLink component={Link} to={`/contacts/${person.id}/show`}>
              {person.name}
            </MuiLink>
            {person.company && ` · ${person.company}`}
            {person.email && (
              <div>
                <MuiLink href={mailto(person.email, lead.name)}>{person.email}</MuiLink>
              </div>
            )}
            {[person.phone, person.mobile].filter(Boolean).map((number) => (
              <div key={number}>
                <MuiLink href={telephone(number)}>{number}</MuiLink>
              </div>
            ))}
          </Typography>
        ))}
      </CardContent>
    </Card>
  )
}
