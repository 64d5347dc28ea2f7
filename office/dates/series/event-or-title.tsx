// Chooses an existing event, or takes the title of a new one.
import { Autocomplete, TextField } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { useDeferredValue } from 'react'
import { useController } from 'react-hook-form'
import type { RowOf } from '../../shell/api/endpoints.ts'

/** Without an id it is a new event. */
export interface NamedEvent {
  id?: number
  title: string
}

export function EventOrTitle({
  source,
  label,
  autoFocus = false,
}: {
  source: string
  label: string
  autoFocus?: boolean
}) {
  const translate = useTranslate()
  const { field, fieldState } = useController<Record<string, NamedEvent | undefined>>({
    name: source,
    rules: { validate: (value) => !!value?.title.trim() || 'dates.wizard.required' },
  })
  const value = field.value ?? { title: '' }
  const q = useDeferredValue(value.id ? '' : value.title.trim())
  const { data = [] } = useGetList<RowOf<'events'>>('events', {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'title', order: 'ASC' },
    filter: q ? { q } : {},
  })
  const options: NamedEvent[] = data.map(({ id, title }) => ({ id, title }))
  const error = fieldState.error?.message
  const isNew = !value.id && value.title.trim() !== ''
  return (
    <Autocomplete
      freeSolo
      options={options}
      value={value.title === '' ? null : value}
      inputValue={value.title}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.title)}
      getOptionKey={(option) => (typeof option === 'string' ? option : (option.id ?? 0))}
      isOptionEqualToValue={(one, other) =>
        typeof one !== 'string' && typeof other !== 'string' && one.id === other.id
      }
      filterOptions={(all) => all}
      onChange={(_, chosen) =>
        field.onChange(typeof chosen === 'string' ? { title: chosen } : (chosen ?? { title: '' }))
      }
      onInputChange={(_, title, reason) => {
        if (reason === 'input' || reason === 'clear') field.onChange({ title })
      }}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={`${translate(label)} *`}
          autoFocus={autoFocus}
          error={error !== undefined}
          helperText={
            error
              ? translate(error)
              : isNew
                ? translate('dates.wizard.eventNew', { title: value.title })
                : ' '
          }
        />
      )}
    />
  )
}
