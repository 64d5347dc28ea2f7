// Makes an invoice confirmation; what it comes to is shown while it is filled in.
import AddIcon from '@mui/icons-material/Add'
import { Alert, Box, Button, Card, CardActions, CardContent, Typography } from '@mui/material'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { Title, useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Static } from 'typebox'
import type { Confirmation, ConfirmationPreview } from '../../server/invoices/confirmation.schema.ts'
import { ApiError, untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useFormat } from '../shell/app/format.ts'
import { type Article, type ElementFields, ElementRow } from './element-fields.tsx'
import { type Receiver, ReceiverFields } from './receiver-fields.tsx'
import { Sums } from './sums.tsx'

const emptyElement = (key: number, dates: { dateStart?: string; dateEnd?: string } = {}): ElementFields => ({
  key,
  article: null,
  dateStart: dates.dateStart ?? '',
  timeStart: '',
  dateEnd: dates.dateEnd ?? '',
  timeEnd: '',
})

const periodFields = ['dateStart', 'timeStart', 'dateEnd', 'timeEnd'] as const

const toElementRequest = ({ article, ...fields }: ElementFields) => ({
  resTyp: 'ART',
  ...(article ? { resId: article.id } : {}),
  ...Object.fromEntries(
    periodFields.filter((name) => fields[name] !== '').map((name) => [name, fields[name]]),
  ),
})

/** Faults of one element, by the name of the field. */
const elementErrors = (fieldErrors: Readonly<Record<string, string>>, index: number) =>
  Object.fromEntries(
    Object.entries(fieldErrors)
      .filter(([field]) => field.startsWith(`elements[${index}].`))
      .map(([field, message]) => [field.slice(field.indexOf('.') + 1), message]),
  )

export function ConfirmationCreate() {
  const translate = useTranslate()
  const format = useFormat()
  const translateMessage = useServerMessage()
  const notify = useNotify()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [receiver, setReceiver] = useState<Receiver>({ contact: null, booking: null, addressId: 0 })
  const [elements, setElements] = useState<ElementFields[]>([emptyElement(1)])
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const [errorText, setErrorText] = useState('')
  const [busy, setBusy] = useState(false)
  const { data: articles = [] } = useQuery({
    queryKey: ['invoice-confirmations', 'articles'],
    queryFn: () => untypedApi<Article>('GET', '/invoice-confirmations/articles'),
  })
  const { contact, booking, addressId } = receiver
  const pricedElements = useDeferredValue(elements.filter(({ article }) => article))
  const body = {
    ...(contact ? { contactId: contact.id } : {}),
    ...(booking ? { tcpId: booking.id } : {}),
    ...(addressId ? { addressId } : {}),
    elements: elements.map(toElementRequest),
  }
  const previewBody = { contactId: contact?.id, elements: pricedElements.map(toElementRequest) }
  const { data: preview } = useQuery({
    queryKey: ['invoice-confirmations', 'preview', previewBody],
    queryFn: async () =>
      (
        await untypedApi<Static<typeof ConfirmationPreview>>(
          'POST',
          '/invoice-confirmations/preview',
          previewBody,
        )
      )[0] ?? null,
    enabled: Boolean(contact) && pricedElements.length > 0,
    placeholderData: keepPreviousData,
  })

  // What was mended is not marked any more.
  const clearErrors = (): void => {
    setFieldErrors({})
    setErrorText('')
  }
  const changeElements = (next: ElementFields[]): void => {
    setElements(next)
    clearErrors()
  }

  const changeReceiver = (next: Receiver): void => {
    setReceiver(next)
    clearErrors()
    const { booking: nextBooking } = next
    // A booking's days are those of its elements, unless others were typed.
    if (nextBooking && nextBooking !== booking)
      setElements(
        elements.map((element) =>
          element.dateStart || element.dateEnd
            ? element
            : { ...element, dateStart: nextBooking.startDate, dateEnd: nextBooking.endDate },
        ),
      )
  }

  const createConfirmation = async (): Promise<void> => {
    setBusy(true)
    setErrorText('')
    try {
      const [created] = await untypedApi<Confirmation>('POST', '/invoice-confirmations', body)
      await client.invalidateQueries({ queryKey: ['invoice-confirmations'] })
      notify(translate('invoices.done', { number: created?.id ?? '' }), { type: 'success' })
      navigate(`/invoice-confirmations/${created?.id}/show`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFieldErrors(
        Object.fromEntries(error.details.map(({ field, message }) => [field, translateMessage(message)])),
      )
      setErrorText(error.details.length > 0 ? translate('invoices.faults') : translateMessage(error.message))
    } finally {
      setBusy(false)
    }
  }

  const priceOf = (element: ElementFields): string => {
    const price = preview?.prices[pricedElements.findIndex(({ key }) => key === element.key)]
    return element.article && price ? format.money(price.priceTotal, price.currency) : ''
  }

  return (
    <Card sx={{ mt: 1 }}>
      <Title title={translate('invoices.create')} />
      <CardContent>
        <ReceiverFields receiver={receiver} onChange={changeReceiver} fieldErrors={fieldErrors} />
        <Typography variant="h6" component="h2" sx={{ mt: 2 }}>
          {translate('invoices.elements')}
        </Typography>
        {elements.map((element, index) => (
          <ElementRow
            key={element.key}
            element={element}
            number={index + 1}
            articles={articles}
            price={priceOf(element)}
            fieldErrors={elementErrors(fieldErrors, index)}
            onChange={(next) => changeElements(elements.with(index, next))}
            onRemove={elements.length > 1 ? () => changeElements(elements.toSpliced(index, 1)) : undefined}
          />
        ))}
        <Button
          startIcon={<AddIcon />}
          sx={{ mt: 1 }}
          onClick={() =>
            setElements([
              ...elements,
              emptyElement(
                Math.max(...elements.map(({ key }) => key)) + 1,
                booking ? { dateStart: booking.startDate, dateEnd: booking.endDate } : {},
              ),
            ])
          }
        >
          {translate('invoices.add')}
        </Button>
        {preview && pricedElements.length > 0 && (
          <Box sx={{ mt: 2 }}>
            <Sums taxes={preview.taxes} totals={preview.totals} />
          </Box>
        )}
        <Box role="alert" sx={{ mt: 2 }}>
          {errorText && <Alert severity="error">{translate(errorText, { _: errorText })}</Alert>}
        </Box>
      </CardContent>
      <CardActions sx={{ justifyContent: 'flex-end', px: 2, pb: 2 }}>
        <Button onClick={() => navigate('/invoice-confirmations')}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} onClick={createConfirmation}>
          {translate('invoices.make')}
        </Button>
      </CardActions>
    </Card>
  )
}
