// Finds persons among the contacts.
import { useTranslate } from 'ra-core'
import type { ComponentProps } from 'react'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { RecordSearch } from '../shell/form/record-search.tsx'

const minSearchLength = 2

export type ContactChoice = Pick<
  RowOf<'contacts'>,
  'id' | 'title' | 'firstName' | 'lastName' | 'company' | 'email' | 'city'
>

export const personName = ({
  title,
  firstName,
  lastName,
}: Pick<ContactChoice, 'title' | 'firstName' | 'lastName'>): string =>
  [title, firstName, lastName].filter(Boolean).join(' ')

type ContactSearchProps = Omit<
  ComponentProps<typeof RecordSearch<ContactChoice>>,
  'queryKey' | 'find' | 'minLength' | 'labelOf' | 'detailsOf' | 'noOptionsText'
>

/** Finds a person by name, company or e-mail address. */
export function ContactSearch(props: ContactSearchProps) {
  const translate = useTranslate()
  return (
    <RecordSearch<ContactChoice>
      {...props}
      queryKey={['contacts', 'search']}
      find={(q) =>
        api('GET', '/contacts', { query: { q, contactType: 'person', sort: 'relevance', perPage: 12 } })
      }
      minLength={minSearchLength}
      labelOf={personName}
      detailsOf={({ company, email, city }) => [company, email, city]}
      noOptionsText={translate(
        props.text.trim().length < minSearchLength ? 'bookings.person.type' : 'bookings.person.none',
      )}
    />
  )
}
