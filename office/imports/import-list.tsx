// Imports with who, when, how many, and where they stand.
import { Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { DateTimeField, NumberField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'

const colors: Record<string, 'success' | 'warning' | 'default'> = {
  done: 'success',
  checking: 'warning',
  running: 'warning',
  undoing: 'warning',
}

function StateField(_: { label?: string }) {
  const translate = useTranslate()
  const record = useRecordContext()
  const state = String(record?.['state'] ?? '')
  const paused = String(record?.['paused'] ?? '') !== ''
  return (
    <Chip
      size="small"
      variant="outlined"
      color={paused ? 'error' : (colors[state] ?? 'default')}
      label={translate(`imports.state.${paused ? 'paused' : state}`)}
    />
  )
}

function KindField(_: { label?: string }) {
  const translate = useTranslate()
  return <span>{translate(`imports.${useRecordContext()?.['kind'] ?? 'person'}`)}</span>
}

export const ImportList = () => (
  <ListPage sort={{ field: 'createdAt', order: 'DESC' }} search={false} hiddenColumns={['kept', 'undoneAt']}>
    <Column source="createdAt" field={DateTimeField} />
    <Column source="fileName" disableSort />
    <Column source="kind" disableSort>
      <KindField />
    </Column>
    <Column source="state" disableSort>
      <StateField />
    </Column>
    <Column source="createdBy" disableSort />
    <Column source="rowCount" field={NumberField} align="right" disableSort />
    <Column source="made" field={NumberField} align="right" disableSort />
    <Column source="changed" field={NumberField} align="right" disableSort />
    <Column source="skipped" field={NumberField} align="right" disableSort />
    <Column source="faulty" field={NumberField} align="right" disableSort />
    <Column source="kept" field={NumberField} align="right" disableSort />
    <Column source="endedAt" field={DateTimeField} disableSort />
    <Column source="undoneAt" field={DateTimeField} disableSort />
  </ListPage>
)
