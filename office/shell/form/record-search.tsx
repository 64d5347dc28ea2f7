// Finds a record by a part of its name; shows details of each record that was found.
import { Autocomplete, TextField, type TextFieldProps, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from './use-debounced.ts'

interface Props<T> extends Pick<TextFieldProps, 'label' | 'autoFocus' | 'required' | 'inputRef'> {
  /** Left out to choose several records one after the other: a choice clears the text. */
  value?: T | null
  onChange: (record: T | null) => void
  text: string
  onTextChange: (text: string) => void
  queryKey: readonly unknown[]
  find: (q: string) => Promise<T[]>
  /** Shorter texts find nothing. */
  minLength?: number
  excludedIds?: readonly number[]
  labelOf: (record: T) => string
  detailsOf: (record: T) => readonly string[]
  noOptionsText: string
  helperText?: string | undefined
  errorText?: string | undefined
}

export function RecordSearch<T extends { id: number }>({
  value,
  onChange,
  text,
  onTextChange,
  queryKey,
  find,
  minLength = 0,
  excludedIds = [],
  labelOf,
  detailsOf,
  noOptionsText,
  helperText,
  errorText,
  ...field
}: Props<T>) {
  // The label of the chosen record is not a query.
  const q = useDebounced(value && text === labelOf(value) ? '' : text.trim())
  const isLongEnough = q.length >= minLength
  const { data = [], isFetching } = useQuery({
    queryKey: [...queryKey, q],
    queryFn: () => find(q),
    enabled: isLongEnough,
  })
  return (
    <Autocomplete
      options={isLongEnough ? data.filter(({ id }) => !excludedIds.includes(id)) : []}
      value={value ?? null}
      inputValue={text}
      clearOnBlur={value !== undefined}
      loading={isFetching}
      filterOptions={(all) => all}
      getOptionLabel={labelOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={noOptionsText}
      onInputChange={(_event, typed, reason) => {
        if (value !== undefined || reason !== 'reset') onTextChange(typed)
      }}
      onChange={(_event, record) => {
        onChange(record)
        if (value === undefined) onTextChange('')
      }}
      renderOption={({ key, ...props }, record) => (
        <li key={key} {...props}>
          <div>
            <Typography component="span">{labelOf(record)}</Typography>
            <Typography variant="body2" color="text.secondary">
              {detailsOf(record).filter(Boolean).join(' · ')}
            </Typography>
          </div>
        </li>
      )}
      renderInput={(params) => (
        <TextField {...params} {...field} error={Boolean(errorText)} helperText={errorText ?? helperText} />
      )}
    />
  )
}
