// The list of orders.
import WithdrawalIcon from '@mui/icons-material/UndoOutlined'
import { Translate, useRecordContext, useTranslate } from 'ra-core'
import { orderSourceNames } from '../../server/bookings/orders/order-sources.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { DateTimeField, Line } from '../shell/list/fields.tsx'
import { DayFilter, SelectFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'

type Order = RowOf<'orders'>

const Column = columnOf<Order>()

function OrderedByField() {
  const order = useRecordContext<Order>()
  if (!order) return null
  const { companyName, ordererName } = order
  return companyName ? <Line title={companyName} detail={ordererName} /> : <Line title={ordererName} />
}

function SeatsField() {
  const translate = useTranslate()
  const order = useRecordContext<Order>()
  if (!order) return null
  const seats = translate('orders.seats', { smart_count: order.seatCount })
  return order.unnamedCount > 0 ? (
    <Line title={seats} detail={translate('orders.unnamed', { smart_count: order.unnamedCount })} />
  ) : (
    <Line title={seats} />
  )
}

function SourceField() {
  const translate = useTranslate()
  const order = useRecordContext<Order>()
  if (!order) return null
  const source = translate(`orders.source.${order.source}`)
  return order.isDisposable ? <Line title={source} detail={translate('orders.disposable')} /> : source
}

const sources = orderSourceNames.map((id) => ({ id, name: `orders.source.${id}` }))

export const OrderList = () => (
  <ListPage
    sort={{ field: 'createdAt', order: 'DESC' }}
    phoneColumns={['companyName', 'seatCount']}
    actions={
      <ToolbarButton icon={<WithdrawalIcon />} to="/withdrawals">
        <Translate i18nKey="orders.withdrawals" />
      </ToolbarButton>
    }
    filters={[
      <SelectFilter key="source" source="source" choices={sources} />,
      <DayFilter key="from" source="from" label="orders.from" />,
      <DayFilter key="to" source="to" label="orders.to" />,
    ]}
  >
    <Column source="id" />
    <Column source="companyName" label="orders.orderedBy">
      <OrderedByField />
    </Column>
    <Column source="dateTitles" disableSort />
    <Column source="seatCount" disableSort>
      <SeatsField />
    </Column>
    <Column source="invoiceReference" disableSort />
    <Column source="source" disableSort>
      <SourceField />
    </Column>
    <Column source="createdAt" field={DateTimeField} />
  </ListPage>
)
