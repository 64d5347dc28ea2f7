// Creates an invoice confirmation for seats, after a preview.
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { Sums } from '../../invoices/sums.tsx'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { Answer } from '../../shell/api/endpoints.ts'
import { useFormat } from '../../shell/language/format.ts'

interface Props {
  bookingIds: readonly number[]
  onClose: () => void
}

type Preview = Answer<'POST', '/invoice-confirmations/for-bookings/preview'>

/** The items of the invoice. */
function Elements({ elements }: Pick<Preview, 'elements'>) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <Table size="small" aria-label={translate('invoices.elements')}>
      <TableBody>
        {elements.map(({ content, description, totalPrice, currency }) => (
          <TableRow key={content}>
            <TableCell>
              {content}
              {description && (
                <Typography variant="body2" color="textSecondary">
                  {description}
                </Typography>
              )}
            </TableCell>
            <TableCell align="right">{format.money(totalPrice, currency)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

export function ConfirmationDialog({ bookingIds, onClose }: Props) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const body = { bookingIds: [...bookingIds] }
  const { data: preview, error } = useQuery({
    queryKey: ['invoice-confirmations', 'for-bookings', body],
    queryFn: async () => (await api('POST', '/invoice-confirmations/for-bookings/preview', { body }))[0],
    placeholderData: keepPreviousData,
    retry: false,
  })
  const contactId = preview?.contactId ?? 0
  const { data: addresses = [] } = useQuery({
    queryKey: ['invoice-confirmations', 'address-options', contactId],
    queryFn: () => api('GET', '/invoice-confirmations/address-options', { query: { contactId } }),
    enabled: contactId > 0,
  })
  const reference = preview?.reference ?? ''
  const addressId = addresses.find(({ isDefault }) => isDefault)?.id ?? ''
  const { register, handleSubmit, watch } = useForm<{ reference: string; addressId: number | '' }>({
    values: { reference, addressId },
    resetOptions: { keepDirtyValues: true },
  })
  const { run, busy } = useAction(
    (values: { reference: string; addressId: number | '' }) =>
      api('POST', '/invoice-confirmations/for-bookings', {
        body: {
          ...body,
          reference: values.reference,
          ...(values.addressId !== '' && { addressId: values.addressId }),
        },
      }),
    {
      success: ([created]) => ['invoices.created', { number: created?.id ?? '' }],
      refresh: [['invoice-confirmations']],
      onSuccess: ([created]) => navigate(`/invoice-confirmations/${created?.id}/show`),
    },
  )
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={busy ? undefined : onClose}
      aria-labelledby="confirmation-title"
    >
      <DialogTitle id="confirmation-title">{translate('orders.confirmation')}</DialogTitle>
      <DialogContent>
        {error && <Alert severity="error">{error.message}</Alert>}
        {preview && (
          <Stack spacing={1.5} sx={{ pt: 0.5 }}>
            <Typography>{translate('orders.receiver', { name: preview.contactName })}</Typography>
            {addresses.length > 0 && (
              <TextField
                select
                label={translate('invoices.address')}
                value={watch('addressId')}
                {...register('addressId')}
              >
                {addresses.map(({ id, lines }) => (
                  <MenuItem key={id} value={id}>
                    {lines.join(', ')}
                  </MenuItem>
                ))}
              </TextField>
            )}
            <TextField
              label={translate('resources.orders.fields.invoiceReference')}
              slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 255 } }}
              {...register('reference')}
            />
            <Elements elements={preview.elements} />
            <Sums taxes={preview.taxes} totals={preview.totals} />
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} disabled={!preview} onClick={handleSubmit(run)}>
          {translate('invoices.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
