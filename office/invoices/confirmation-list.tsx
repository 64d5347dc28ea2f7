// The list of invoice confirmations.
import { useRecordContext } from 'ra-core'
import { ContactFilter } from '../addresses/contact-filter.tsx'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { DateTimeField, Line } from '../shell/list/fields.tsx'
import { DayFilter, NumberFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'

type Row = RowOf<'invoice-confirmations'>
const Column = columnOf<Row>()

function Receiver() {
  const confirmation = useRecordContext<Row>()
  return confirmation ? <Line title={confirmation.contactName} detail={confirmation.companyName} /> : null
}

function Gross() {
  const format = useFormat()
  const confirmation = useRecordContext<Row>()
  return <>{confirmation?.totals.map(({ gross, currency }) => format.money(gross, currency)).join(' · ')}</>
}

export function ConfirmationList() {
  const seesPersons = useHasRight('090300:access')
  return (
    <ListPage
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick="show"
      phoneColumns={['id', 'contactName', 'totals']}
      filters={[
        <DayFilter key="from" source="from" label="invoices.from" />,
        <DayFilter key="to" source="to" label="invoices.to" />,
        <NumberFilter key="confirmationId" source="confirmationId" label="invoices.number" />,
        ...(seesPersons ? [<ContactFilter key="contactId" source="contactId" />] : []),
      ]}
    >
      <Column source="id" label="invoices.number" />
      <Column source="createdAt" field={DateTimeField} />
      <Column source="contactName">
        <Receiver />
      </Column>
      <Column source="dateTitle" disableSort />
      <Column source="elementCount" disableSort align="right" />
      <Column source="totals" label="invoices.gross" disableSort align="right">
        <Gross />
      </Column>
      <Column source="createdByName" disableSort />
    </ListPage>
  )
}
