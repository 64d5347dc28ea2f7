// Chooses a booking status.
import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useStatuses, useStatusName } from './booking-queries.ts'

interface Props {
  value: string
  onChange: (status: string) => void
  label?: string
  errorText?: string | undefined
  /** Offers only the statuses of new bookings. */
  onlyForNew?: boolean
}

const existingOnlyStatuses = ['cancelled', 'attended', 'absent']

export function StatusSelect({ value, onChange, label, errorText, onlyForNew = false }: Props) {
  const translate = useTranslate()
  const name = useStatusName()
  const statuses = useStatuses().filter(({ id }) => !onlyForNew || !existingOnlyStatuses.includes(id))
  return (
    <TextField
      select
      label={translate(label ?? 'bookings.statusLabel')}
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
