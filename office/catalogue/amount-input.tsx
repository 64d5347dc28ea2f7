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
  onAmount?: (amount: string) => void
}

/** `1.234,5` → `1234.50`; '' for nothing, undefined for what is no amount. */
export function amountOf(typed: string): string | undefined {
  const text = typed.replace(/[\s€]/g, '')
  if (text === '') return ''
  // Three digits after the last sign are thousands, one or two are cents.
  const [, whole = '', cents = ''] = /^(-?[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  if (!/\d/.test(text) || !/^-?\d{1,3}([.,]\d{3})+$|^-?\d*$/.test(whole)) return undefined
  const digits = whole.replace(/[.,]/g, '').replace(/^(-?)0+(?=\d)/, '$1')
  if (digits.replace('-', '').length > 10) return undefined
  return `${digits === '' || digits === '-' ? `${digits}0` : digits}.${cents.padEnd(2, '0')}`
}

/** `1190.00` as people of a language write it. */
export const writtenAmount = (amount: string, language: string): string =>
  language === 'de' ? amount.replace('.', ',') : amount

export function AmountInput({ source, label, currency = 'EUR', onAmount }: Props) {
  const language = useLocale()
  const translate = useTranslate()
  const [typed, setTyped] = useState<string>()
  const sound: Validator = (value) =>
    value && amountOf(String(value)) === undefined
      ? translate('shell.input.money', { example: writtenAmount('1234.50', language) })
      : undefined
  const { field, fieldState, id } = useInput({ source, validate: sound, defaultValue: '' })
  const fault = fieldState.error?.message
  const held = String(field.value ?? '')
  const isSound = /^(-?\d+\.\d{2})?$/.test(held)
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={<FieldTitle label={label} source={source} />}
      value={typed ?? (isSound ? writtenAmount(held, language) : held)}
      onChange={({ target }) => {
        const amount = amountOf(target.value)
        setTyped(target.value)
        field.onChange(amount ?? target.value)
        if (amount !== undefined) onAmount?.(amount)
      }}
      onBlur={() => {
        // What is no amount stays, to be mended.
        if (isSound) setTyped(undefined)
        field.onBlur()
      }}
      error={fieldState.invalid}
      helperText={fault ? <InputHelperText error={fault} /> : undefined}
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
      }}
    />
  )
}
