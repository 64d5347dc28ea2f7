import { useRecordContext, useTranslate } from 'ra-core'
import { useRightName } from './right-names.ts'

/** The rights of a user or of a role; an administrator has all. */
export function RightsField(_: { label?: string }) {
  const translate = useTranslate()
  const rightName = useRightName()
  const record = useRecordContext<{ id: number; rights: readonly string[]; isAdmin?: boolean }>()
  if (!record) return null
  return <>{record.isAdmin ? translate('users.short.admin') : record.rights.map(rightName).join(', ')}</>
}
