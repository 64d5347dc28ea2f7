// The form of a new invoice confirmation. 0 and '' mean none.
import { useTranslate } from 'ra-core'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import type { BodyOf } from '../shell/api/endpoints.ts'

export interface ElementValues {
  articleId: number
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

export interface ConfirmationValues {
  contactId: number
  bookingId: number
  addressId: number
  elements: ElementValues[]
}

export const emptyElement = (period: { startDate?: string; endDate?: string } = {}): ElementValues => ({
  articleId: 0,
  startDate: period.startDate ?? '',
  startTime: '',
  endDate: period.endDate ?? '',
  endTime: '',
})

type ConfirmationBody = BodyOf<'POST', '/invoice-confirmations'>

const elementBody = ({
  articleId,
  startDate,
  startTime,
  endDate,
  endTime,
}: ElementValues): ConfirmationBody['elements'][number] => ({
  articleId,
  ...(startDate && { startDate }),
  ...(startTime && { startTime }),
  ...(endDate && { endDate }),
  ...(endTime && { endTime }),
})

export const confirmationBody = ({
  contactId,
  bookingId,
  addressId,
  elements,
}: ConfirmationValues): ConfirmationBody => ({
  contactId,
  ...(bookingId > 0 && { bookingId }),
  ...(addressId > 0 && { addressId }),
  elements: elements.map(elementBody),
})

/** A field of the form. A change clears the errors of all fields, because an error can depend on several. */
export function useConfirmationField<N extends FieldPath<ConfirmationValues>>(name: N, isRequired = false) {
  const translate = useTranslate()
  const { clearErrors } = useFormContext<ConfirmationValues>()
  const { field, fieldState } = useController<ConfirmationValues, N>({
    name,
    ...(isRequired && {
      rules: { validate: (value) => Boolean(value) || translate('ra.validation.required') },
    }),
  })
  return {
    value: field.value,
    inputRef: field.ref,
    error: fieldState.error?.message,
    change: (value: number | string): void => {
      field.onChange(value)
      clearErrors()
    },
  }
}
