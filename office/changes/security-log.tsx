// The security log: sign-ins, access to accounts, exports and imports, refused requests.
import { Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useChangeAuthor } from '../shell/history/change-author.ts'
import { useFormat } from '../shell/language/format.ts'
import { Line, NumberField } from '../shell/list/fields.tsx'
import { DayFilter, RecordFilter, SelectFilter, TextFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { securityEventTexts } from './security-texts.ts'

type SecurityEvent = RowOf<'security-events'>

const Column = columnOf<SecurityEvent>()

const failures: readonly string[] = Object.keys(securityEventTexts.failures.en)
const eventChoices = [...failures, ...Object.keys(securityEventTexts.changes.en)].map((id) => ({
  id,
  name: `securityLog.events.${id}`,
}))

function EventField(_: { label?: string }) {
  const translate = useTranslate()
  const event = useRecordContext<SecurityEvent>()?.event
  if (!event) return null
  const isFailure = failures.includes(event)
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isFailure ? 'warning' : 'default'}
      label={translate(`securityLog.events.${event}`)}
    />
  )
}

/** The period of equal events. */
function TimeField(_: { label?: string }) {
  const translate = useTranslate()
  const format = useFormat()
  const entry = useRecordContext<SecurityEvent>()
  if (!entry) return null
  return (
    <Line
      title={format.dateTime(entry.lastAt)}
      detail={entry.count > 1 && translate('securityLog.since', { at: format.dateTime(entry.firstAt) })}
    />
  )
}

function AccountField(_: { label?: string }) {
  return <span>{useRecordContext<SecurityEvent>()?.account.name}</span>
}

function ActorField(_: { label?: string }) {
  const authorText = useChangeAuthor()
  const entry = useRecordContext<SecurityEvent>()
  return <span>{entry && authorText(entry)}</span>
}

export const SecurityLog = () => (
  <ListPage
    sort={{ field: 'lastAt', order: 'DESC' }}
    search={false}
    rowClick={false}
    hiddenColumns={['requestId']}
    phoneColumns={['lastAt', 'event', 'account']}
    filters={[
      <SelectFilter key="event" source="event" choices={eventChoices} />,
      <RecordFilter key="userId" source="userId" reference="users" label="securityLog.user" />,
      <TextFilter key="address" source="address" label="securityLog.byAddress" />,
      <DayFilter key="from" source="from" label="securityLog.from" />,
      <DayFilter key="to" source="to" label="securityLog.to" />,
    ]}
  >
    <Column source="lastAt">
      <TimeField />
    </Column>
    <Column source="event" disableSort>
      <EventField />
    </Column>
    <Column source="account" disableSort>
      <AccountField />
    </Column>
    <Column source="actor" disableSort>
      <ActorField />
    </Column>
    <Column source="address" disableSort />
    <Column source="detail" disableSort />
    <Column source="count" field={NumberField} disableSort />
    <Column source="requestId" disableSort />
  </ListPage>
)
