// An amount as the interface has it, a text such as `1190.00` or '': typed as people write it, never a binary fraction.
import { InputAdornment, TextField } from '@mui/material'
import { FieldTitle, useInput, useLocale, useTranslate, type Validator } from 'ra-core'
import { useState } from 'react'
import { InputHelperText } from 'react-admin'

interface Props {
  source: string
  label?: string
  currency?: string
  /** Told when a sound amount was typed. */
  onAmountChange?: (amount: string) => void
}

/** `1.234,5` → `1234.50`; '' for nothing, undefined for what is no amount. */
export function parseAmount(inputText: string): string | undefined {
  const text = inputText.replace(/[\s€]/g, '')
  if (text === '') return ''
  // Three digits after the last sign are thousands, one or two are cents.
  const [, integerPart = '', cents = ''] = /^(-?[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  if (!/\d/.test(text) || !/^-?\d{1,3}([.,]\d{3})+$|^-?\d*$/.test(integerPart)) return undefined
  const digits = integerPart.replace(/[.,]/g, '').replace(/^(-?)0+(?=\d)/, '$1')
  if (digits.replace('-', '').length > 10) return undefined
  return `${digits === '' || digits === '-' ? `${digits}0` : digits}.${cents.padEnd(2, '0')}`
}

/** `1190.00` as people of a language write it. */
export const formatAmount = (amount: string, language: string): string =>
  language === 'de' ? amount.replace('.', ',') : amount

export function AmountInput({ source, label, currency = 'EUR', onAmountChange }: Props) {
  const language = useLocale()
  const translate = useTranslate()
  const [inputText, setInputText] = useState<string>()
  const validateAmount: Validator = (value) =>
    value && parseAmount(String(value)) === undefined
      ? translate('shell.input.money', { example: formatAmount('1234.50', language) })
      : undefined
  const { field, fieldState, id } = useInput({ source, validate: validateAmount, defaultValue: '' })
  const errorText = fieldState.error?.message
  const stored = String(field.value ?? '')
  const isValid = /^(-?\d+\.\d{2})?$/.test(stored)
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={<FieldTitle label={label} source={source} />}
      value={inputText ?? (isValid ? formatAmount(stored, language) : stored)}
      onChange={({ target }) => {
        const amount = parseAmount(target.value)
        setInputText(target.value)
        field.onChange(amount ?? target.value)
        if (amount !== undefined) onAmountChange?.(amount)
      }}
      onBlur={() => {
        // What is no amount stays, to be mended.
        if (isValid) setInputText(undefined)
        field.onBlur()
      }}
      error={fieldState.invalid}
      helperText={errorText ? <InputHelperText error={errorText} /> : undefined}
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
      }}
    />
  )
}
