// Creates an invoice confirmation; prices and sums are shown while the form is filled in.
import AddIcon from '@mui/icons-material/Add'
import { Alert, Box, Button, Card, CardActions, CardContent, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue } from 'react'
import { Form, Title } from 'react-admin'
import { type FieldValues, useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'
import { useFormat } from '../shell/language/format.ts'
import { type ConfirmationValues, confirmationBody, emptyElement } from './confirmation-form.ts'
import { ElementRow } from './element-fields.tsx'
import { ReceiverFields, useBookingsOfContact } from './receiver-fields.tsx'
import { Sums } from './sums.tsx'

function Elements() {
  const translate = useTranslate()
  const format = useFormat()
  const { fields, append, remove } = useFieldArray<ConfirmationValues, 'elements'>({ name: 'elements' })
  const [contactId, bookingId, elements] = useWatch<
    ConfirmationValues,
    ['contactId', 'bookingId', 'elements']
  >({ name: ['contactId', 'bookingId', 'elements'] })
  const booking = useBookingsOfContact(contactId).find(({ id }) => id === bookingId)
  const { data: articles = [] } = useQuery({
    queryKey: ['invoice-confirmations', 'article-options'],
    queryFn: () => api('GET', '/invoice-confirmations/article-options'),
  })
  const pricedElements = useDeferredValue(elements.filter(({ articleId }) => articleId > 0))
  const body = confirmationBody({ contactId, bookingId: 0, addressId: 0, elements: pricedElements })
  const { data: preview } = useQuery({
    queryKey: ['invoice-confirmations', 'preview', body],
    queryFn: async () => (await api('POST', '/invoice-confirmations/preview', { body }))[0] ?? null,
    enabled: contactId > 0 && pricedElements.length > 0,
    placeholderData: keepPreviousData,
  })
  const priceOf = (index: number): string => {
    const price = preview?.prices[elements.slice(0, index).filter(({ articleId }) => articleId > 0).length]
    return elements[index]?.articleId && price ? format.money(price.totalPrice, price.currency) : ''
  }
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 2 }}>
        {translate('invoices.elements')}
      </Typography>
      {fields.map(({ id }, index) => (
        <ElementRow
          key={id}
          index={index}
          articles={articles}
          price={priceOf(index)}
          onRemove={fields.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <Button
        startIcon={<AddIcon />}
        sx={{ mt: 1 }}
        onClick={() => append(emptyElement(booking), { shouldFocus: false })}
      >
        {translate('invoices.add')}
      </Button>
      {preview && pricedElements.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Sums taxes={preview.taxes} totals={preview.totals} />
        </Box>
      )}
    </>
  )
}

function ErrorSummary() {
  const translate = useTranslate()
  const { errors } = useFormState()
  return (
    <Box role="alert" sx={{ mt: 2 }}>
      {Object.keys(errors).length > 0 && <Alert severity="error">{translate('invoices.checkFields')}</Alert>}
    </Box>
  )
}

const initialValues: ConfirmationValues = {
  contactId: 0,
  bookingId: 0,
  addressId: 0,
  elements: [emptyElement()],
}

export function ConfirmationCreate() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { submit, busy } = useAction(
    (values: ConfirmationValues) => api('POST', '/invoice-confirmations', { body: confirmationBody(values) }),
    {
      success: ([created]) => ['invoices.created', { number: created?.id ?? '' }],
      refresh: [['invoice-confirmations']],
      onSuccess: ([created]) => navigate(`/invoice-confirmations/${created?.id}/show`),
    },
  )
  return (
    <Card sx={{ mt: 1 }}>
      <Title title={translate('invoices.create')} />
      <Form
        defaultValues={initialValues}
        onSubmit={(values: FieldValues) => submit(values as ConfirmationValues)}
        disableInvalidFormNotification
      >
        <CardContent>
          <ReceiverFields />
          <Elements />
          <ErrorSummary />
          <ClearUnregisteredErrors />
        </CardContent>
        <CardActions sx={{ justifyContent: 'flex-end', px: 2, pb: 2 }}>
          <Button onClick={() => navigate('/invoice-confirmations')}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {translate('invoices.submit')}
          </Button>
        </CardActions>
      </Form>
    </Card>
  )
}
