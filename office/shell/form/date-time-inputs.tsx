// Inputs of dates (`YYYY-MM-DD`) and times (`HH:MM`) in forms and filters; '': none.
import { FieldTitle, useInput, useTranslate, type Validator } from 'ra-core'
import { type CommonInputProps, InputHelperText } from 'react-admin'
import { DateInputField, TimeInputField } from './date-time-field.tsx'

type Props = Pick<
  CommonInputProps,
  'source' | 'label' | 'helperText' | 'validate' | 'disabled' | 'alwaysOn'
> & {
  autoFocus?: boolean
  /** Called with complete values only. */
  onComplete?: (value: string) => void
}

/** The value of incomplete input: the form is dirty and cannot be saved. */
const incomplete = false
type FormValue = string | typeof incomplete | null | undefined

const createPickerInput = (Field: typeof DateInputField, incompleteText: string) =>
  function MomentInput({
    source,
    label,
    helperText = false,
    validate,
    disabled,
    autoFocus,
    onComplete,
  }: Props) {
    const translate = useTranslate()
    const validateComplete: Validator = (value) =>
      value === incomplete ? translate(incompleteText) : undefined
    const { field, fieldState, id, isRequired } = useInput({
      source,
      validate: [validateComplete, ...[validate ?? []].flat()],
      parse: (value: FormValue) => value,
      format: (value: FormValue) => value || '',
    })
    const errorText = fieldState.error?.message
    return (
      <Field
        id={id}
        name={field.name}
        inputRef={field.ref}
        label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
        value={field.value}
        onChange={(value, isIncomplete) => {
          field.onChange(isIncomplete ? incomplete : value)
          if (value !== '') onComplete?.(value)
        }}
        onBlur={field.onBlur}
        disabled={disabled ?? false}
        autoFocus={autoFocus ?? false}
        error={fieldState.invalid}
        helperText={
          helperText !== false || errorText ? (
            <InputHelperText error={errorText} helperText={helperText} />
          ) : undefined
        }
      />
    )
  }

export const DateInput = createPickerInput(DateInputField, 'shell.input.day')
export const TimeInput = createPickerInput(TimeInputField, 'shell.input.time')
