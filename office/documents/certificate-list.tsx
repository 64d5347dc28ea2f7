// The list of all certificates.
import { useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { DateTimeField, Line } from '../shell/list/fields.tsx'
import { YesNoFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { stateText } from './certificate-rows.tsx'

type Row = RowOf<'certificates'>
const Column = columnOf<Row>()

function Event() {
  const format = useFormat()
  const row = useRecordContext<Row>()
  return row ? <Line title={row.title} detail={format.span(row.startDate, row.endDate)} /> : null
}

function State() {
  const translate = useTranslate()
  const format = useFormat()
  const row = useRecordContext<Row>()
  return <>{row && stateText(row, translate, format)}</>
}

/** A row opens the certificates of its date; without a booking, there is none. */
const openDate = (_id: unknown, _resource: string, row: { dateId?: number }) =>
  row.dateId ? `/dates/${row.dateId}/certificates` : false

export const CertificateList = () => (
  <ListPage
    sort={{ field: 'issuedAt', order: 'DESC' }}
    rowClick={openDate}
    phoneColumns={['number', 'name']}
    filters={[<YesNoFilter key="isWithdrawn" source="isWithdrawn" />]}
  >
    <Column source="number" />
    <Column source="name" />
    <Column source="title" disableSort>
      <Event />
    </Column>
    <Column source="issuedAt" field={DateTimeField} />
    <Column source="clientName" disableSort />
    <Column source="withdrawnAt" disableSort>
      <State />
    </Column>
  </ListPage>
)
