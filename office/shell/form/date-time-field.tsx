// A day or a time, typed or picked in the way of writing of the language shown, whatever the browser's own is.
import { Box, type TextFieldProps } from '@mui/material'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { deDE } from '@mui/x-date-pickers/locales'
import { TimeField as ClockField } from '@mui/x-date-pickers/TimeField'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/de.js'
import 'dayjs/locale/en-gb.js'
import { useLocale } from 'ra-core'
import { type FocusEvent, type ReactNode, type Ref, useState } from 'react'

const german = deDE.components.MuiLocalizationProvider.defaultProps.localeText

function InTheirLanguage({ children, onBlur }: { children: ReactNode; onBlur: (event: FocusEvent) => void }) {
  const isGerman = useLocale() === 'de'
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={isGerman ? 'de' : 'en-gb'}
      {...(isGerman ? { localeText: german } : {})}
    >
      <Box onBlur={onBlur} sx={{ display: 'contents' }}>
        {children}
      </Box>
    </LocalizationProvider>
  )
}

type Props = Pick<TextFieldProps, 'id' | 'name' | 'label' | 'disabled' | 'helperText'> & {
  /** `YYYY-MM-DD` or `HH:MM`; '' is none. */
  value: string
  /** @param isUnfinished some of it was typed, not all: the value is '' then */
  onChange: (value: string, isUnfinished: boolean) => void
  onBlur?: () => void
  autoFocus?: boolean
  error?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** Whether some parts of a field are filled and others not. */
function isHalfFilled(field: Element): boolean {
  const parts = [...field.querySelectorAll('[role="spinbutton"]')]
  const filled = parts.filter((part) => part.hasAttribute('aria-valuenow'))
  return filled.length > 0 && filled.length < parts.length
}

/**
 * What is shown: what was typed stays where it is no whole value yet, until the field is given another one.
 * @param read the moment of a value
 */
function useTyped(
  { value, onChange, onBlur }: Props,
  read: (value: string) => Dayjs | null,
  write: (moment: Dayjs) => string,
) {
  const [held, hold] = useState(() => ({
    given: value,
    told: value,
    shown: read(value),
    isUnfinished: false,
  }))
  if (held.given !== value)
    hold(
      held.told === value
        ? { ...held, given: value }
        : { given: value, told: value, shown: read(value), isUnfinished: false },
    )
  const tell = (shown: Dayjs | null, isUnfinished: boolean): void => {
    const told = shown === null || isUnfinished ? '' : write(shown)
    hold({ ...held, told, shown, isUnfinished })
    onChange(told, isUnfinished)
  }
  return {
    value: held.shown,
    onChange: (shown: Dayjs | null, { validationError }: { validationError: string | null }): void =>
      tell(shown, shown !== null && (!shown.isValid() || validationError !== null)),
    /** Of an empty field the library tells no part before it has all. */
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (currentTarget.contains(relatedTarget)) return
      const isUnfinished = isHalfFilled(currentTarget)
      if (held.shown === null && isUnfinished !== held.isUnfinished) tell(null, isUnfinished)
      onBlur?.()
    },
  }
}

const textField = ({ id, name, label, helperText, error }: Props) => ({
  ...(id === undefined ? {} : { id }),
  ...(name === undefined ? {} : { name }),
  // Left out, it is that of what was typed.
  ...(error ? { error } : {}),
  label,
  helperText,
  size: 'small' as const,
  margin: 'dense' as const,
  fullWidth: true,
})

const dayOf = (value: string): Dayjs | null => (value === '' ? null : dayjs(value))
const timeOf = (value: string): Dayjs | null =>
  value === '' ? null : dayjs(`2000-01-01T${value.slice(0, 5)}`)

export function DayField(props: Props) {
  const { value, onChange, onBlur } = useTyped(props, dayOf, (day) => day.format('YYYY-MM-DD'))
  const { disabled = false, autoFocus = false, inputRef } = props
  return (
    <InTheirLanguage onBlur={onBlur}>
      <DatePicker
        value={value}
        onChange={onChange}
        disabled={disabled}
        autoFocus={autoFocus}
        closeOnSelect
        {...(inputRef ? { inputRef } : {})}
        slotProps={{
          textField: textField(props) as object,
          actionBar: { actions: ['clear', 'today'] },
        }}
      />
    </InTheirLanguage>
  )
}

export function TimeField(props: Props) {
  const { value, onChange, onBlur } = useTyped(props, timeOf, (time) => time.format('HH:mm'))
  const { disabled = false, inputRef } = props
  return (
    <InTheirLanguage onBlur={onBlur}>
      <ClockField
        value={value}
        onChange={onChange}
        ampm={false}
        disabled={disabled}
        {...(inputRef ? { inputRef } : {})}
        {...(textField(props) as object)}
      />
    </InTheirLanguage>
  )
}
