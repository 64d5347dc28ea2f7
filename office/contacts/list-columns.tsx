// Columns that the lists of contacts and companies share.
import { Chip, Stack } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { ContactRow } from '../../server/addresses/list.office.ts'
import { useContactOptions } from './options.ts'

export function CategoriesField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const { categories } = useContactOptions()
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {record?.contactCategoriesId.map((id) => (
        <Chip key={id} size="small" label={names.get(id) ?? id} />
      ))}
    </Stack>
  )
}

export function NewsletterField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const translate = useTranslate()
  return record?.newsletter ? <span>{translate(`contacts.newsletterState.${record.newsletter}`)}</span> : null
}

export function TypeField(_: { source?: string; label?: string }) {
  const record = useRecordContext<ContactRow>()
  const translate = useTranslate()
  return record ? <span>{translate(`contacts.type.${record.contactType}`)}</span> : null
}
