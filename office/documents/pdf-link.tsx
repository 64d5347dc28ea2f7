// Links to PDF files, which open in a tab of their own.
import { Button, type ButtonProps, MenuItem, TextField } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Language } from '../../server/platform/ground/language.ts'

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'children'> {
  href: string
  onClick?: () => void
  /** The name of the document, if the text of the link does not say it. */
  label?: string
}

export const PdfLink = ({ label, size = 'small', ...props }: Props) => (
  <Button component="a" target="_blank" rel="noopener" size={size} aria-label={label} {...props} />
)

/** The language of documents, first that of the page, and the input that changes it. */
export function useDocumentLanguage() {
  const translate = useTranslate()
  const [language, setLanguage] = useState<Language>(useLocale() === 'en' ? 'en' : 'de')
  const input = (
    <TextField
      select
      size="small"
      label={translate('documents.language')}
      value={language}
      onChange={({ target }) => setLanguage(target.value === 'en' ? 'en' : 'de')}
      fullWidth={false}
      sx={{ minWidth: 120 }}
    >
      {(['de', 'en'] as const).map((one) => (
        <MenuItem key={one} value={one}>
          {translate(`documents.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  )
  return { language, input }
}
