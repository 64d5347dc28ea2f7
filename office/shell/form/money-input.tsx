// An amount of money, typed in the notation of the user, as a number with at most two decimals.
import { InputAdornment, TextField } from '@mui/material'
import { FieldTitle, useInput, useLocale, useTranslate, type Validator } from 'ra-core'
import { useState } from 'react'
import { type CommonInputProps, InputHelperText } from 'react-admin'
import { parseMoney } from './money.ts'

type Props = CommonInputProps & { currency?: string }

const identity = <T,>(value: T): T => value

export function MoneyInput({
  source,
  label,
  helperText = false,
  validate,
  currency = 'EUR',
  ...props
}: Props) {
  const language = useLocale()
  const translate = useTranslate()
  const [inputText, setInputText] = useState<string>()
  const amountFormat = new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  })
  const validateAmount: Validator = (value) =>
    Number.isNaN(value) ? translate('shell.input.money', { example: amountFormat.format(1234.5) }) : undefined
  const { field, fieldState, id, isRequired } = useInput({
    ...props,
    source,
    validate: [validateAmount, ...[validate ?? []].flat()],
    parse: identity,
    format: identity,
  })
  const text =
    typeof field.value === 'number' && !Number.isNaN(field.value) ? amountFormat.format(field.value) : ''
  const errorText = fieldState.error?.message

  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
      value={inputText ?? text}
      onChange={(event) => {
        setInputText(event.target.value)
        field.onChange(parseMoney(event.target.value))
      }}
      onBlur={() => {
        // Invalid input is kept, so that the user can correct it.
        if (!Number.isNaN(field.value)) setInputText(undefined)
        field.onBlur()
      }}
      disabled={props.disabled || props.readOnly}
      error={fieldState.invalid}
      helperText={
        helperText !== false || errorText ? (
          <InputHelperText error={errorText} helperText={helperText} />
        ) : undefined
      }
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: {
          endAdornment: <InputAdornment position="end">{currency === 'EUR' ? '€' : currency}</InputAdornment>,
        },
      }}
    />
  )
}
