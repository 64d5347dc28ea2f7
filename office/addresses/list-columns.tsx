// Columns that the lists of contacts and companies share.
import { Chip, Link, useMediaQuery } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { telephone } from '../shell/list/contact-links.ts'
import { Line } from '../shell/list/fields.tsx'
import { media } from '../shell/theme/tokens.ts'
import { useContactOptions } from './options.ts'

type ContactRow = RowOf<'contacts'>

/** On a phone, with the first name and the company, which have no columns of their own there. */
export function LastNameField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const isPhone = useMediaQuery(media.phone)
  if (!record) return null
  const { lastName, firstName, company } = record
  return isPhone ? (
    <Line title={[lastName, firstName].filter(Boolean).join(', ')} detail={company} />
  ) : (
    <span>{lastName}</span>
  )
}

/** A number that can be called: on a phone also that of a mobile phone, which has no column there. */
export function PhoneField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const isPhone = useMediaQuery(media.phone)
  const number = record?.phone || (isPhone ? record?.mobile : '')
  return number ? (
    <Link
      href={telephone(number)}
      onClick={(event) => event.stopPropagation()}
      color="inherit"
      underline="hover"
      sx={{ display: 'inline-block', lineHeight: '24px' }}
    >
      {number}
    </Link>
  ) : null
}

export function CategoriesField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const { categories } = useContactOptions()
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return (
    <>
      {record?.categoryIds.map((id) => (
        <Chip key={id} size="small" label={names.get(id) ?? id} sx={{ mr: 0.5 }} />
      ))}
    </>
  )
}

export function NewsletterField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const translate = useTranslate()
  return record?.newsletterStatus ? (
    <span>{translate(`contacts.newsletterStatus.${record.newsletterStatus}`)}</span>
  ) : null
}

export function TypeField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const translate = useTranslate()
  return record ? <span>{translate(`contacts.type.${record.contactType}`)}</span> : null
}
