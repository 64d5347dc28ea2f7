// A date or time field in the format of the page's language, independent of the browser's.
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
import { type FocusEvent, type ReactNode, type Ref, useMemo, useState } from 'react'
import { useTimeZone } from '../api/session.ts'
import { todayIn } from '../language/today.ts'

const germanLabels = deDE.components.MuiLocalizationProvider.defaultProps.localeText

/** Today is that of the instance: marked in the calendar, and chosen by its button. */
const adapterIn = (timeZone: string): typeof AdapterDayjs =>
  class extends AdapterDayjs {
    constructor(...options: ConstructorParameters<typeof AdapterDayjs>) {
      super(...options)
      const parse = this.date
      this.date = <T extends string | null | undefined>(value?: T, timezone?: string) =>
        // Both undefined and a text give a date.
        parse(value === undefined ? (todayIn(timeZone) as T) : value, timezone)
    }
  }

function PickerLocalization({
  children,
  onBlur,
}: {
  children: ReactNode
  onBlur: (event: FocusEvent) => void
}) {
  const isGerman = useLocale() === 'de'
  const timeZone = useTimeZone()
  const adapter = useMemo(() => adapterIn(timeZone), [timeZone])
  return (
    <LocalizationProvider
      dateAdapter={adapter}
      adapterLocale={isGerman ? 'de' : 'en-gb'}
      {...(isGerman ? { localeText: germanLabels } : {})}
    >
      <Box onBlur={onBlur} sx={{ display: 'contents' }}>
        {children}
      </Box>
    </LocalizationProvider>
  )
}

type Props = Pick<TextFieldProps, 'id' | 'name' | 'label' | 'disabled' | 'helperText'> & {
  /** `YYYY-MM-DD` or `HH:MM`; '': none. */
  value: string
  /** @param isUnfinished the input is incomplete, and the value is '' */
  onChange: (value: string, isUnfinished: boolean) => void
  onBlur?: () => void
  autoFocus?: boolean
  error?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** Whether some sections of a field are filled in and others are not. */
function isPartlyFilled(field: Element): boolean {
  const segments = [...field.querySelectorAll('[role="spinbutton"]')]
  const filled = segments.filter((segment) => segment.hasAttribute('aria-valuenow'))
  return filled.length > 0 && filled.length < segments.length
}

/**
 * The shown value: incomplete input is kept until the field gets another value.
 * @param read parses a value
 */
function usePickerValue(
  { value, onChange, onBlur }: Props,
  read: (value: string) => Dayjs | null,
  write: (moment: Dayjs) => string,
) {
  const [state, setState] = useState(() => ({
    received: value,
    reported: value,
    shown: read(value),
    isUnfinished: false,
  }))
  if (state.received !== value)
    setState(
      state.reported === value
        ? { ...state, received: value }
        : { received: value, reported: value, shown: read(value), isUnfinished: false },
    )
  const report = (shown: Dayjs | null, isUnfinished: boolean): void => {
    const reported = shown === null || isUnfinished ? '' : write(shown)
    setState({ ...state, reported, shown, isUnfinished })
    onChange(reported, isUnfinished)
  }
  return {
    value: state.shown,
    onChange: (shown: Dayjs | null, { validationError }: { validationError: string | null }): void =>
      report(shown, shown !== null && (!shown.isValid() || validationError !== null)),
    /** The library reports no sections of an empty field before all are filled in. */
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (currentTarget.contains(relatedTarget)) return
      const isUnfinished = isPartlyFilled(currentTarget)
      if (state.shown === null && isUnfinished !== state.isUnfinished) report(null, isUnfinished)
      onBlur?.()
    },
  }
}

const textField = ({ id, name, label, helperText, error }: Props) => ({
  ...(id === undefined ? {} : { id }),
  ...(name === undefined ? {} : { name }),
  // Left out: the reference date of the input.
  ...(error ? { error } : {}),
  label,
  helperText,
  size: 'small' as const,
  margin: 'dense' as const,
  fullWidth: true,
})

const parseDate = (value: string): Dayjs | null => (value === '' ? null : dayjs(value))
const parseTime = (value: string): Dayjs | null =>
  value === '' ? null : dayjs(`2000-01-01T${value.slice(0, 5)}`)

export function DateInputField(props: Props) {
  const { value, onChange, onBlur } = usePickerValue(props, parseDate, (day) => day.format('YYYY-MM-DD'))
  const { disabled = false, autoFocus = false, inputRef } = props
  return (
    <PickerLocalization onBlur={onBlur}>
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
    </PickerLocalization>
  )
}

export function TimeInputField(props: Props) {
  const { value, onChange, onBlur } = usePickerValue(props, parseTime, (time) => time.format('HH:mm'))
  const { disabled = false, inputRef } = props
  return (
    <PickerLocalization onBlur={onBlur}>
      <ClockField
        value={value}
        onChange={onChange}
        ampm={false}
        disabled={disabled}
        {...(inputRef ? { inputRef } : {})}
        {...(textField(props) as object)}
      />
    </PickerLocalization>
  )
}
