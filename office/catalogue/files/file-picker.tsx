// Chooses an existing file.
import { Autocomplete, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { StoredFile } from './files.ts'

interface Props {
  /** Ids that are not offered. */
  excludedIds: readonly number[]
  onChosen: (id: number) => void
}

export function FilePicker({ excludedIds, onChosen }: Props) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const { data = [], isFetching } = useGetList<StoredFile>('files', {
    filter: { q: typed },
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'name', order: 'ASC' },
  })
  return (
    <Autocomplete
      options={data.filter(({ id }) => !excludedIds.includes(id))}
      loading={isFetching}
      value={null}
      inputValue={typed}
      blurOnSelect
      clearOnBlur
      filterOptions={(options) => options}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name, path }) => name || path}
      onInputChange={(_, text, reason) => setTyped(reason === 'selectOption' ? '' : text)}
      onChange={(_, chosen) => chosen && onChosen(chosen.id)}
      renderOption={({ key, ...props }, file) => (
        <li key={key} {...props}>
          {[
            file.name,
            file.description,
            translate(`catalogue.access.${file.accessRight}`, { _: file.accessRight }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      )}
      renderInput={(params) => <TextField {...params} label={translate('catalogue.file.reuse')} />}
    />
  )
}
