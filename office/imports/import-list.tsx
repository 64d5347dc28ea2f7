import { Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { DateTimeField, NumberField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'

type Import = RowOf<'imports'>
const Column = columnOf<Import>()

const colors: { [S in Import['status']]?: 'success' | 'warning' } = {
  done: 'success',
  checking: 'warning',
  running: 'warning',
  undoing: 'warning',
}

function StatusField(_: { label?: string }) {
  const translate = useTranslate()
  const record = useRecordContext<Import>()
  if (!record) return null
  const isPaused = record.pauseReason !== ''
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isPaused ? 'error' : (colors[record.status] ?? 'default')}
      label={translate(`imports.status.${isPaused ? 'paused' : record.status}`)}
    />
  )
}

function ContactTypeField(_: { label?: string }) {
  const translate = useTranslate()
  const record = useRecordContext<Import>()
  return record ? <span>{translate(`imports.${record.contactType}`)}</span> : null
}

export const ImportList = () => (
  <ListPage
    sort={{ field: 'createdAt', order: 'DESC' }}
    search={false}
    hiddenColumns={['keptCount', 'undoneAt']}
    phoneColumns={['createdAt', 'fileName', 'status']}
  >
    <Column source="createdAt" field={DateTimeField} />
    <Column source="fileName" disableSort />
    <Column source="contactType" disableSort>
      <ContactTypeField />
    </Column>
    <Column source="status" disableSort>
      <StatusField />
    </Column>
    <Column source="createdByName" disableSort />
    <Column source="rowCount" field={NumberField} align="right" disableSort />
    <Column source="createdCount" field={NumberField} align="right" disableSort />
    <Column source="updatedCount" field={NumberField} align="right" disableSort />
    <Column source="skippedCount" field={NumberField} align="right" disableSort />
    <Column source="invalidCount" field={NumberField} align="right" disableSort />
    <Column source="keptCount" field={NumberField} align="right" disableSort />
    <Column source="endedAt" field={DateTimeField} disableSort />
    <Column source="undoneAt" field={DateTimeField} disableSort />
  </ListPage>
)
