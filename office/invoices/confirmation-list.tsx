// Invoice confirmations: by number, contact, day.
import { Typography } from '@mui/material'
import { useRecordContext } from 'ra-core'
import { NumberInput } from 'react-admin'
import type { ConfirmationListItem } from '../../server/invoices/confirmation.schema.ts'
import { ContactFilter } from '../bookings/list-filters.tsx'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { DateTimeField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'

function Receiver() {
  const one = useRecordContext<ConfirmationListItem>()
  if (!one) return null
  return (
    <>
      {one.contactName}
      {one.company && (
        <Typography variant="body2" color="text.secondary">
          {one.company}
        </Typography>
      )}
    </>
  )
}

function Gross() {
  const format = useFormat()
  const one = useRecordContext<ConfirmationListItem>()
  return <>{one?.totals.map(({ gross, currency }) => format.money(gross, currency)).join(' · ')}</>
}

export function ConfirmationList() {
  const seesPersons = useHasRight('090300:access')
  return (
    <ListPage
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick="show"
      filters={[
        <DateInput key="from" source="from" label="invoices.from" alwaysOn />,
        <DateInput key="to" source="to" label="invoices.to" alwaysOn />,
        <NumberInput key="number" source="number" label="invoices.number" />,
        ...(seesPersons ? [<ContactFilter key="contactId" source="contactId" />] : []),
      ]}
    >
      <Column source="id" label="invoices.number" />
      <Column source="createdAt" field={DateTimeField} />
      <Column source="contactName">
        <Receiver />
      </Column>
      <Column source="eventTitle" disableSort />
      <Column source="elementCount" disableSort align="right" />
      <Column source="totals" label="invoices.gross" disableSort align="right">
        <Gross />
      </Column>
      <Column source="createdBy" disableSort />
    </ListPage>
  )
}
