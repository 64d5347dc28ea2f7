// A colour, or none.
import { Checkbox, FormControlLabel, Stack, TextField } from '@mui/material'
import { useInput, useTranslate } from 'ra-core'

const firstColor = '#1d5fae'

export function ColorInput() {
  const translate = useTranslate()
  const {
    field: { value, onChange, ref },
  } = useInput<{ accentColor: string }>({ source: 'accentColor', defaultValue: '' })
  return (
    <Stack direction="row" useFlexGap spacing={2} sx={{ alignItems: 'center', flexWrap: 'wrap', mb: 2 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={value !== ''}
            onChange={({ target }) => onChange(target.checked ? firstColor : '')}
          />
        }
        label={translate('documents.letterhead.withColor')}
      />
      <TextField
        type="color"
        inputRef={ref}
        label={translate('resources.letterheads.fields.accentColor')}
        helperText={translate('documents.letterhead.colorHelp')}
        value={value || '#000000'}
        disabled={value === ''}
        onChange={({ target }) => onChange(target.value)}
        fullWidth={false}
        sx={{ minWidth: 220 }}
      />
    </Stack>
  )
}
