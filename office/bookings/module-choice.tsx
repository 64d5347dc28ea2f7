// Chooses the modules of a series and their dates.
import { Box, MenuItem, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useFormat } from '../shell/language/format.ts'
import type { DateSeats } from './booking-queries.ts'

type Module = DateSeats['modules'][number]

/** The chosen date by the id of the module; 0: none. */
export type ModuleChoices = Readonly<Record<number, number>>

export const defaultModuleChoices = (modules: readonly Module[]): ModuleChoices =>
  Object.fromEntries(modules.map(({ id, defaultDateId }) => [id, defaultDateId]))

export const chosenDateIds = (choice: ModuleChoices): number[] =>
  [...new Set(Object.values(choice))].filter((id) => id > 0)

interface Props {
  modules: readonly Module[]
  choice: ModuleChoices
  onChange: (choice: ModuleChoices) => void
}

export function ModuleChoice({ modules, choice, onChange }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  if (modules.length === 0) return null
  return (
    <Box component="fieldset" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 2, py: 1, m: 0 }}>
      <Typography component="legend" variant="body2" sx={{ px: 0.5, fontWeight: 600 }}>
        {translate('bookings.modules')}
      </Typography>
      {modules.map(({ id, title, isMandatory, dates }) => (
        <TextField
          key={id}
          select
          required={isMandatory}
          label={title}
          value={choice[id] ?? 0}
          onChange={(event) => onChange({ ...choice, [id]: Number(event.target.value) })}
        >
          {!isMandatory && <MenuItem value={0}>{translate('bookings.withoutModule')}</MenuItem>}
          {dates.map(({ dateId, startDate, endDate, freeSeats, goesAhead }) => (
            <MenuItem key={dateId} value={dateId} disabled={!goesAhead}>
              {format.span(startDate, endDate)} ·{' '}
              {goesAhead
                ? translate('bookings.freeShort', { smart_count: freeSeats })
                : translate('bookings.dateCancelled')}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  )
}
