// Dates `YYYY-MM-DD` and times `HH:MM` as texts in forms and filters; '' is none.
import { FieldTitle, useInput, useTranslate, type Validator } from 'ra-core'
import { useRef } from 'react'
import { type CommonInputProps, InputHelperText } from 'react-admin'
import { DayField, TimeField } from './day-field.tsx'

type Props = Pick<
  CommonInputProps,
  'source' | 'label' | 'helperText' | 'validate' | 'disabled' | 'alwaysOn'
> & {
  /** With what was typed or picked, once it is whole. */
  onWhole?: (value: string) => void
}

const inputOf = (Field: typeof DayField, unfinishedText: string) =>
  function MomentInput({ source, label, helperText = false, validate, disabled, onWhole }: Props) {
    const translate = useTranslate()
    const isUnfinished = useRef(false)
    const whole: Validator = () => (isUnfinished.current ? translate(unfinishedText) : undefined)
    const { field, fieldState, id, isRequired } = useInput({
      source,
      validate: [whole, ...[validate ?? []].flat()],
      parse: (value: string | null) => value,
      format: (value: string | null | undefined) => value ?? '',
    })
    const fault = fieldState.error?.message
    return (
      <Field
        id={id}
        name={field.name}
        inputRef={field.ref}
        label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
        value={field.value}
        onChange={(value, unfinished) => {
          isUnfinished.current = unfinished
          // Not as what is empty: the form has changed, and cannot be saved.
          field.onChange(unfinished ? null : value)
          if (value !== '') onWhole?.(value)
        }}
        onBlur={field.onBlur}
        disabled={disabled ?? false}
        error={fieldState.invalid}
        helperText={
          helperText !== false || fault ? (
            <InputHelperText error={fault} helperText={helperText} />
          ) : undefined
        }
      />
    )
  }

export const DateInput = inputOf(DayField, 'shell.input.day')
export const TimeInput = inputOf(TimeField, 'shell.input.time')
