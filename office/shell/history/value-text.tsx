// A value of a record as text: dates in the user's format, without HTML, shortened.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type Format, useFormat } from '../language/format.ts'

const maxLength = 400

/** The text of HTML; a parsed document executes and loads nothing. */
const withoutTags = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<(br|\/p|\/li|\/h\d|\/tr)[^>]*>/gi, ' $&'), 'text/html').body
    .textContent

type Translate = ReturnType<typeof useTranslate>

function toText(value: unknown, format: Format, translate: Translate): string {
  if (typeof value === 'boolean') return translate(value ? 'shell.yes' : 'shell.no')
  if (typeof value === 'number') return format.number(value)
  if (typeof value === 'string') {
    if (/^-?\d+\.\d{2}$/.test(value)) return format.amount(Number(value))
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.date(value)
    if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.test(value)) return format.dateTime(value)
    return /<[a-z][\s\S]*>/i.test(value) ? withoutTags(value) : value
  }
  if (Array.isArray(value)) return value.map((one) => toText(one, format, translate)).join('; ')
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((one) => toText(one, format, translate))
      .filter((text) => text !== '')
      .join(', ')
  return ''
}

/** A value of any column as text. */
export function useValueText(): (value: unknown) => string {
  const translate = useTranslate()
  const format = useFormat()
  return (value) => toText(value, format, translate)
}

interface Props {
  text: string
  strong?: boolean
  /** Shortened to one line. */
  short?: boolean
}

export function ValueText({ text: rawText, strong = false, short = false }: Props) {
  const translate = useTranslate()
  const text = rawText.trim()
  const limit = short ? 60 : maxLength
  if (text === '')
    return (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ fontStyle: 'italic' }}>
        {translate('shell.changes.empty')}
      </Typography>
    )
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere', fontWeight: strong ? 600 : 400 }}>
      {text.length > limit ? `${text.slice(0, limit)} …` : text}
    </Box>
  )
}
