// Columns that the lists of contacts and companies share.
import { Chip, Stack } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useContactOptions } from './options.ts'

type ContactRow = RowOf<'contacts'>

export function CategoriesField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const { categories } = useContactOptions()
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {record?.categoryIds.map((id) => (
        <Chip key={id} size="small" label={names.get(id) ?? id} />
      ))}
    </Stack>
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
