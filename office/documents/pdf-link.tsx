// Links to PDF files, which open in a tab of their own.
import { Button, type ButtonProps, MenuItem, TextField } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { type MouseEvent, useState } from 'react'
import type { Language } from '../../server/platform/ground/language.ts'
import { useAction } from '../shell/api/action.ts'
import { apiUrl, exportFile } from '../shell/api/api.ts'

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'children'> {
  href: string
  onClick?: (event: MouseEvent) => void
  /** The name of the document, if the text of the link does not say it. */
  label?: string
}

/** A link to a list of people, which asks for the password first. */
export function PdfExportLink({
  path,
  onClick,
  ...props
}: Omit<Props, 'href' | 'onClick'> & { path: string; onClick?: () => void }) {
  const { run } = useAction(() => exportFile(path, { inTab: true }))
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    onClick?.()
    void run()
  }
  return <PdfLink {...props} href={apiUrl(path)} onClick={open} />
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
