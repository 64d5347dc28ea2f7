// The status of a lead, changed at once.
import { MenuItem, TextField } from '@mui/material'
import { useDataProvider, useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useLeadStatuses } from './options.ts'

type Lead = RecordOf<'leads'>

export function StatusSelect({ lead }: { lead: Lead }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider()
  const statuses = useLeadStatuses()
  const { run, busy } = useAction(
    (status: string) =>
      dataProvider.update<Lead>('leads', { id: lead.id, data: { status }, previousData: lead }),
    {
      success: (_, status) => [
        'leads.moved',
        { name: lead.name, status: statuses.find(({ id }) => id === status)?.name ?? status },
      ],
      refresh: 'page',
    },
  )
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      label={translate('resources.leads.fields.status')}
      value={statuses.length > 0 ? lead.status : ''}
      disabled={busy}
      onChange={({ target }) => run(target.value)}
      sx={{ minWidth: 160 }}
    >
      {statuses.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
