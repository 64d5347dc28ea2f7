// Dates `YYYY-MM-DD` and times `HH:MM` as texts; '' is none. The browser shows its own picker in the user's way of writing.
import { TextInput, type TextInputProps } from 'react-admin'

const parse = (value: string): string => value
const parseTime = (value: string): string => value.slice(0, 5)
const format = (value: string | null | undefined): string => value ?? ''
const shrink = { inputLabel: { shrink: true } }

export const DateInput = (props: TextInputProps) => (
  <TextInput type="date" parse={parse} format={format} slotProps={shrink} {...props} />
)

export const TimeInput = (props: TextInputProps) => (
  <TextInput type="time" parse={parseTime} format={format} slotProps={shrink} {...props} />
)
