// Chooses a status.
import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useStatuses, useStatusName } from './booking-queries.ts'

interface Props {
  value: string
  onChange: (status: string) => void
  label?: string
  errorText?: string | undefined
  /** Only those that may be chosen for a new booking. */
  onlyForNew?: boolean
  size?: 'small' | 'medium'
}

const existingOnlyStatuses = ['cancelled', 'attended', 'absent']

export function StatusSelect({ value, onChange, label, errorText, onlyForNew = false }: Props) {
  const translate = useTranslate()
  const name = useStatusName()
  const statuses = useStatuses().filter(({ id }) => !onlyForNew || !existingOnlyStatuses.includes(id))
  return (
    <TextField
      select
      label={translate(label ?? 'participations.statusLabel')}
      value={statuses.length > 0 ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(errorText)}
      helperText={errorText}
      sx={{ minWidth: 170 }}
    >
      {statuses.map(({ id }) => (
        <MenuItem key={id} value={id}>
          {name(id)}
        </MenuItem>
      ))}
    </TextField>
  )
}
