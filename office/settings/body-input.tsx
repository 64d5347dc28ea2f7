// The body of a mail, as plain or formatted text, and its placeholders.
import { Box, Chip, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { api } from '../shell/api/api.ts'
import { RichTextInput } from '../shell/form/rich-text-input.tsx'

const isHtml = (text: string): boolean => /^\s*<[a-z][\w-]*[\s>/]/i.test(text)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const toHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')

const toText = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|h\d|li|tr)>/gi, '$&\n').replace(/<br[^>]*>/gi, '\n'), 'text/html')
    .body.textContent.trim()

/** @param more further placeholders with an example */
export function Placeholders({ more = {} }: { more?: Record<string, string> }) {
  const translate = useTranslate()
  const { data = [] } = useQuery({
    queryKey: ['communication-templates', 'placeholders'],
    queryFn: () => api('GET', '/communication-templates/placeholders'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Box sx={{ mb: 1 }}>
      <Typography variant="body2" color="textSecondary" gutterBottom>
        {translate('settings.placeholders')}
      </Typography>
      <Stack component="ul" direction="row" sx={{ flexWrap: 'wrap', gap: 1, p: 0, m: 0, listStyle: 'none' }}>
        {[
          ...Object.entries(more).map(([name, sample]) => ({ name, sample })),
          ...data.filter(({ group }) => group === ''),
        ].map(({ name, sample }) => (
          <li key={name}>
            <Chip size="small" variant="outlined" label={`{{${name}}} – ${sample}`} />
          </li>
        ))}
      </Stack>
    </Box>
  )
}

export function BodyInput({ source }: { source: string }) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const body: string = useWatch({ name: source }) ?? ''
  const [html, setHtml] = useState(isHtml(body))
  const choose = (_: unknown, next: boolean | null): void => {
    if (next === null || next === html) return
    setValue(source, next ? toHtml(body) : toText(body), { shouldDirty: true })
    setHtml(next)
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={html}
        onChange={choose}
        aria-label={translate('settings.format')}
      >
        <ToggleButton value={false}>{translate('settings.plainText')}</ToggleButton>
        <ToggleButton value={true}>{translate('settings.richText')}</ToggleButton>
      </ToggleButtonGroup>
      {html ? <RichTextInput source={source} /> : <TextInput source={source} multiline minRows={8} />}
    </>
  )
}
