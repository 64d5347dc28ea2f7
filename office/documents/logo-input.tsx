// The logo of a letterhead: chosen as a file, kept in base64.
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useInput, useTranslate } from 'ra-core'
import { useId, useRef, useState } from 'react'
import { maxLogoBytes } from '../../server/documents/logo-limit.ts'

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** PNG files begin with these characters in base64. */
const typeOf = (base64: string): string => (base64.startsWith('iVBOR') ? 'image/png' : 'image/jpeg')

export function LogoInput() {
  const translate = useTranslate()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useInput<{ logo: string }>({ source: 'logo', defaultValue: '' })
  const choose = async (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > maxLogoBytes)
    if (file.size <= maxLogoBytes) onChange(await readBase64(file))
  }
  return (
    <Stack component="fieldset" spacing={1} sx={{ border: 0, m: 0, p: 0, mb: 2 }} aria-describedby={id}>
      <Typography component="legend" variant="body2" color="textSecondary">
        {translate('resources.letterheads.fields.logo')}
      </Typography>
      {value && (
        <Box
          component="img"
          src={`data:${typeOf(value)};base64,${value}`}
          alt={translate('documents.letterhead.currentLogo')}
          sx={{ maxWidth: 240, maxHeight: 100, objectFit: 'contain', bgcolor: '#fff', p: 1, borderRadius: 1 }}
        />
      )}
      <Stack direction="row" spacing={1}>
        <Button ref={ref} variant="outlined" size="small" onClick={() => chooser.current?.click()}>
          {translate('documents.letterhead.chooseLogo')}
        </Button>
        {value && (
          <Button size="small" onClick={() => onChange('')}>
            {translate('documents.letterhead.removeLogo')}
          </Button>
        )}
      </Stack>
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={translate('documents.letterhead.chooseLogo')}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
      <Typography id={id} variant="body2" color="textSecondary">
        {translate('documents.letterhead.logoHelp')}
      </Typography>
      {isTooLarge && <Alert severity="error">{translate('documents.letterhead.tooLarge')}</Alert>}
      {error?.message && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
    </Stack>
  )
}
