// While a new contact is typed: those that are like it.
import { Alert, AlertTitle, Link as MuiLink } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { untypedApi } from '../shell/api/api.ts'
import { toQueryString } from '../shell/api/query-string.ts'
import { useDebounced } from '../shell/form/use-debounced.ts'

interface SimilarContact {
  id: number
  contactType: string
  name: string
  company: string
  city: string
  email: string
}
interface TypedContact {
  name?: string
  firstName?: string
  lastName?: string
  contactType?: string
  companyId?: number
  emails?: { email?: string }[]
  addresses?: { city?: string }[]
}

export function SimilarContacts({ type }: { type?: string }) {
  const translate = useTranslate()
  const typed = useWatch() as TypedContact
  const query = useDebounced(
    toQueryString({
      type: type ?? typed.contactType ?? 'person',
      lastName: (typed.lastName ?? typed.name)?.trim(),
      firstName: typed.firstName?.trim(),
      email: typed.emails?.[0]?.email?.trim(),
      city: typed.addresses?.[0]?.city?.trim(),
      companyId: typed.companyId || undefined,
    }),
    400,
  )
  const { data } = useQuery({
    queryKey: ['similar', query],
    queryFn: () => untypedApi<SimilarContact>('GET', `/contacts/similar${query}`),
    enabled: /lastName=..|email=.*%40/.test(query),
  })
  if (!data || data.length === 0) return null
  return (
    <Alert severity="info" sx={{ width: '100%', mt: 1 }} role="status">
      <AlertTitle>{translate('contacts.similar')}</AlertTitle>
      {data.map(({ id, contactType, name, company, city, email }) => (
        <div key={id}>
          <MuiLink
            component={Link}
            to={`/${contactType === 'company' ? 'companies' : 'contacts'}/${id}/show`}
            target="_blank"
            underline="always"
          >
            {name}
          </MuiLink>{' '}
          {[company, city, email].filter(Boolean).join(' · ')}
        </div>
      ))}
    </Alert>
  )
}
