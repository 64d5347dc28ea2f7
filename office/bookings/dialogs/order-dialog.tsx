// Puts bookings into an order: into a new one, or into another one of the same person or company.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { BodyOf, RowOf } from '../../shell/api/endpoints.ts'
import { useFormat } from '../../shell/language/format.ts'
import { type Booking, bookingQueries } from '../booking-queries.ts'
import { OrderFields } from '../order-fields.tsx'
import { fieldErrorsOf } from '../use-booking-action.ts'

type Order = RowOf<'orders'>

/** `orderId` 0: a new order. */
type OrderForm = { orderId: number } & Omit<BodyOf<'POST', '/orders'>, 'bookingIds'>

interface Props {
  /** None is the booking of a module. */
  bookings: readonly Booking[]
  onClose: () => void
  onDone?: () => void
}

/** Other orders of the persons and companies of the bookings. */
function useOtherOrders(bookings: readonly Booking[]): Order[] {
  const currentIds = new Set(bookings.map(({ orderId }) => orderId))
  const contactIds = bookings.flatMap(({ contactId, companyId }) => [contactId, companyId])
  const { data: orders = [] } = useQuery({
    queryKey: ['orders', 'of-contacts', contactIds, [...currentIds]],
    queryFn: async () => {
      // A seat without a name has the company of its order.
      const ids = [...currentIds].filter((id) => id > 0)
      const current = ids.length > 0 ? await api('GET', '/orders', { query: { ids } }) : []
      const orderedBy = current.flatMap((order) => [order.ordererId, order.companyId])
      const contactId = [...new Set([...orderedBy, ...contactIds])].filter((id) => id > 0).slice(0, 100)
      return contactId.length > 0 ? api('GET', '/orders', { query: { contactId, perPage: 50 } }) : []
    },
  })
  return orders.filter(({ id }) => currentIds.size > 1 || !currentIds.has(id))
}

function useOrderLabel(): (order: Order) => string {
  const translate = useTranslate()
  const format = useFormat()
  return (order) =>
    [
      translate('orders.title', { id: order.id, name: order.companyName || order.ordererName }),
      order.dateTitles,
      order.invoiceReference,
      format.date(order.createdAt),
    ]
      .filter((part) => part !== '')
      .join(' · ')
}

export function OrderDialog({ bookings, onClose, onDone }: Props) {
  const translate = useTranslate()
  const orderLabel = useOrderLabel()
  const isNewPossible = bookings.every(({ orderId }) => orderId === 0)
  const choices = useOtherOrders(bookings)
  const [companyId = 0, ...otherCompanies] = new Set(bookings.map((booking) => booking.companyId))
  const isOfCompany = companyId > 0 && otherCompanies.length === 0
  const form = useForm<OrderForm>({
    defaultValues: {
      orderId: 0,
      companyId: isOfCompany ? companyId : 0,
      ordererId:
        isOfCompany && bookings.length > 1
          ? 0
          : (bookings.find(({ contactId }) => contactId > 0)?.contactId ?? 0),
      invoiceContactId: 0,
      invoiceReference: '',
      comment: '',
      termsAccepted: false,
    },
  })
  const orderId = useWatch({ control: form.control, name: 'orderId' })
  const isNew = orderId === 0
  const bookingIds = bookings.map(({ id }) => id)
  const { run, busy } = useAction(
    ({ orderId: chosen, ...order }: OrderForm) =>
      chosen > 0
        ? api('POST', '/orders/{orderId}/bookings', { params: { orderId: chosen }, body: { bookingIds } })
        : api('POST', '/orders', { body: { bookingIds, ...order } }),
    {
      success: ([order]) => ['orders.assigned', { smart_count: bookings.length, id: order?.id ?? 0 }],
      refresh: bookingQueries,
      onSuccess: () => {
        onDone?.()
        onClose()
      },
      onError: (error) => {
        const messages = Object.entries(fieldErrorsOf(error)).filter(([field]) => field in form.getValues())
        for (const [field, message] of messages) form.setError(field as keyof OrderForm, { message })
        return messages.length > 0
      },
    },
  )
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="order-title">
      <DialogTitle id="order-title">
        {translate('orders.assignTitle', { smart_count: bookings.length })}
      </DialogTitle>
      <DialogContent>
        <FormProvider {...form}>
          <Stack spacing={1.5} sx={{ pt: 0.5 }}>
            {!isNewPossible && choices.length === 0 && (
              <DialogContentText>{translate('orders.noOther')}</DialogContentText>
            )}
            {(choices.length > 0 || !isNewPossible) && (
              <Controller
                control={form.control}
                name="orderId"
                render={({ field: { ref, value, ...field } }) => (
                  <TextField
                    {...field}
                    inputRef={ref}
                    select
                    autoFocus
                    label={translate('orders.order')}
                    value={isNew && !isNewPossible ? '' : value}
                  >
                    {isNewPossible && <MenuItem value={0}>{translate('orders.new')}</MenuItem>}
                    {choices.map((order) => (
                      <MenuItem key={order.id} value={order.id} sx={{ whiteSpace: 'normal' }}>
                        {orderLabel(order)}
                      </MenuItem>
                    ))}
                  </TextField>
                )}
              />
            )}
            {isNew && isNewPossible && <OrderFields />}
          </Stack>
        </FormProvider>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={isNew && !isNewPossible}
          onClick={form.handleSubmit(run)}
        >
          {translate(isNew ? 'orders.create' : 'orders.move')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
