// Inserts a placeholder at the end of a text, chosen by the record that it belongs to.
import { Autocomplete, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import { api } from '../shell/api/api.ts'

export function InsertPlaceholder({ source }: { source: string }) {
  const translate = useTranslate()
  const { getValues, setValue } = useFormContext()
  const { data = [] } = useQuery({
    queryKey: ['communication-templates', 'placeholders'],
    queryFn: () => api('GET', '/communication-templates/placeholders'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const insert = (text: string): void => {
    const before = String(getValues(source) ?? '')
    const isHtml = /^\s*<[a-z]/i.test(before)
    setValue(source, isHtml ? `${before}<p>${text}</p>` : `${before}${text}`, { shouldDirty: true })
  }
  return (
    <Autocomplete
      options={data}
      groupBy={({ group }) => group}
      getOptionLabel={({ name, sample }) => `${name} – ${sample}`}
      value={null}
      blurOnSelect
      clearOnBlur
      onChange={(_event, chosen) => chosen && insert(chosen.insert)}
      renderInput={(params) => <TextField {...params} label={translate('settings.insert')} />}
      sx={{ maxWidth: 480, my: 1, width: '100%' }}
    />
  )
}
