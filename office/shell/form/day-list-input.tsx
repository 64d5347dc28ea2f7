// Several days in one field, one on each line.
import { required, TextInput } from 'react-admin'
import { parseDay, typedDays } from '../language/typed-days.ts'

function validateDays(text: string | undefined) {
  const invalid = typedDays(text ?? '').find((day) => !parseDay(day))
  return invalid && { message: 'shell.input.invalidDay', args: { text: invalid } }
}

export const DayListInput = ({
  source,
  label,
  helperText,
  isRequired = false,
}: {
  source: string
  label: string
  helperText: string
  isRequired?: boolean
}) => (
  <TextInput
    source={source}
    label={label}
    helperText={helperText}
    multiline
    minRows={3}
    validate={isRequired ? [required(), validateDays] : [validateDays]}
  />
)
