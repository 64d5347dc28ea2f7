// Dates `YYYY-MM-DD` and times `HH:MM` as texts in forms and filters; '' is none.
import { FieldTitle, useInput, useTranslate, type Validator } from 'ra-core'
import { type CommonInputProps, InputHelperText } from 'react-admin'
import { DayField, TimeField } from './date-time-field.tsx'

type Props = Pick<
  CommonInputProps,
  'source' | 'label' | 'helperText' | 'validate' | 'disabled' | 'alwaysOn'
> & {
  /** With what was typed or picked, once it is whole. */
  onWhole?: (value: string) => void
}

/** In the place of a value that was typed in part: the form has changed, and cannot be saved. */
const unfinished = false
type Kept = string | typeof unfinished | null | undefined

const inputOf = (Field: typeof DayField, unfinishedText: string) =>
  function MomentInput({ source, label, helperText = false, validate, disabled, onWhole }: Props) {
    const translate = useTranslate()
    const whole: Validator = (value) => (value === unfinished ? translate(unfinishedText) : undefined)
    const { field, fieldState, id, isRequired } = useInput({
      source,
      validate: [whole, ...[validate ?? []].flat()],
      parse: (value: Kept) => value,
      format: (value: Kept) => value || '',
    })
    const fault = fieldState.error?.message
    return (
      <Field
        id={id}
        name={field.name}
        inputRef={field.ref}
        label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
        value={field.value}
        onChange={(value, isUnfinished) => {
          field.onChange(isUnfinished ? unfinished : value)
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
