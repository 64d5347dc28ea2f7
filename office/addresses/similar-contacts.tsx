// The contacts that are similar to the one that is being entered.

import { Alert, AlertTitle, Link as MuiLink } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { contactTypes } from '../../server/addresses/contact-types.ts'
import { api } from '../shell/api/api.ts'
import type { BodyOf, Input } from '../shell/api/endpoints.ts'
import { useDebounced } from '../shell/form/use-debounced.ts'

type ContactForm = Partial<BodyOf<'POST', '/contacts'> & BodyOf<'POST', '/companies'>>

type Query = NonNullable<Input<'GET', '/contacts/similar'>['query']>

type PhoneParts = { [part in 'countryCode' | 'areaCode' | 'number']?: string | undefined }

/** A number in one piece, as it is dialled from abroad if it has the code of a country. */
const phoneText = (phone: PhoneParts | undefined): string =>
  [phone?.countryCode?.replace(/^(?:\+|00)?(?=\d)/, '+'), phone?.areaCode, phone?.number]
    .filter((part) => part?.trim())
    .join(' ')

export function SimilarContacts({ isCompany = false }: { isCompany?: boolean }) {
  const translate = useTranslate()
  const form = useWatch<ContactForm>()
  const typed: Query = {
    contactType: isCompany ? 'company' : (form.contactType ?? 'person'),
    lastName: (isCompany ? form.name : form.lastName)?.trim() ?? '',
    firstName: form.firstName?.trim() ?? '',
    email: form.emails?.[0]?.email?.trim() ?? '',
    phone: phoneText(form.phones?.[0]),
    city: form.addresses?.[0]?.city?.trim() ?? '',
    ...(form.companyId ? { companyId: form.companyId } : {}),
  }
  const query: Query = JSON.parse(useDebounced(JSON.stringify(typed), 400))
  const { data } = useQuery({
    queryKey: ['similar', query],
    queryFn: () => api('GET', '/contacts/similar', { query }),
    enabled: (query.lastName ?? '').length >= 2 || (query.email ?? '').includes('@'),
  })
  if (!data || data.length === 0) return null
  return (
    <Alert severity="info" sx={{ width: '100%', mt: 1 }} role="status">
      <AlertTitle>{translate('contacts.similar')}</AlertTitle>
      {data.map((contact) => (
        <div key={contact.id}>
          <MuiLink
            component={Link}
            to={`/${contactTypes[contact.contactType].resource}/${contact.id}/show`}
            target="_blank"
            underline="always"
          >
            {contact.name}
          </MuiLink>{' '}
          {[contact.company, contact.city, contact.email].filter(Boolean).join(' · ')}
        </div>
      ))}
    </Alert>
  )
}
