// Columns that the lists of contacts and companies share.
import { Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useContactOptions } from './options.ts'

type ContactRow = RowOf<'contacts'>

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
