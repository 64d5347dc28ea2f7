// Which modules of a series are booked with it, and at which of their dates.
import { Box, MenuItem, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useFormat } from '../shell/app/format.ts'
import type { DatePlaces } from './booking-queries.ts'

type Module = DatePlaces['modules'][number]

/** The date chosen for each module, by the module; 0: none. */
export type ModuleChoices = Readonly<Record<number, number>>

export const defaultModuleChoices = (modules: readonly Module[]): ModuleChoices =>
  Object.fromEntries(modules.map(({ moduleId, standard }) => [moduleId, standard]))

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
        {translate('participations.modules')}
      </Typography>
      {modules.map(({ moduleId, title, mandatory, dates }) => (
        <TextField
          key={moduleId}
          select
          required={mandatory}
          label={title}
          value={choice[moduleId] ?? 0}
          onChange={(event) => onChange({ ...choice, [moduleId]: Number(event.target.value) })}
        >
          {!mandatory && <MenuItem value={0}>{translate('participations.withoutModule')}</MenuItem>}
          {dates.map(({ dateId, startDate, endDate, free, takesPlace }) => (
            <MenuItem key={dateId} value={dateId} disabled={!takesPlace}>
              {format.span(startDate, endDate)} ·{' '}
              {takesPlace
                ? translate('participations.freeShort', { smart_count: free })
                : translate('participations.lost')}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  )
}
