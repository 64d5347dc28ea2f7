// Previews a template, for an invented person or for a contact.
import { Alert, Box, Paper, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { api, errorText } from '../shell/api/api.ts'
import { HtmlView } from '../shell/list/html-view.tsx'

const toId = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined

interface Props {
  /** The names of the form's fields. */
  subject: string
  body: string
  /** The double opt-in mail of a newsletter form: empty texts are replaced by the standard text. */
  doubleOptIn?: true
  /** Left out: German. */
  language?: 'de' | 'en'
}

export function TemplatePreview({
  subject: subjectField,
  body: bodyField,
  doubleOptIn,
  language = 'de',
}: Props) {
  const translate = useTranslate()
  const [contact, setContact] = useState('')
  const [booking, setBooking] = useState('')
  const [date, setDate] = useState('')
  const subject: string = useDeferredValue(useWatch({ name: subjectField }) ?? '')
  const body: string = useDeferredValue(useWatch({ name: bodyField }) ?? '')
  const contactId = toId(contact)
  const bookingId = toId(booking)
  const dateId = toId(date)
  const { data, error } = useQuery({
    queryKey: [
      'communication-templates',
      'preview',
      subject,
      body,
      doubleOptIn,
      language,
      contactId,
      bookingId,
      dateId,
    ],
    queryFn: async () =>
      (
        await api('POST', '/communication-templates/preview', {
          body: { subject, body, doubleOptIn, language, contactId, bookingId, dateId },
        })
      )[0],
    placeholderData: (before) => before,
  })
  return (
    <Box component="section" aria-label={translate('settings.preview')} sx={{ width: '100%', mt: 2 }}>
      <Typography variant="h2" gutterBottom>
        {translate('settings.preview')}
      </Typography>
      <TextField
        label={translate('settings.previewContact')}
        helperText={error ? translate('settings.previewNoContact') : translate('settings.previewContactHelp')}
        error={Boolean(error)}
        value={contact}
        onChange={(event) => setContact(event.target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        sx={{ maxWidth: 360 }}
      />
      {!doubleOptIn &&
        (
          [
            ['settings.previewBooking', booking, setBooking],
            ['settings.previewDate', date, setDate],
          ] as const
        ).map(([label, value, setValue]) => (
          <TextField
            key={label}
            label={translate(label)}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            sx={{ maxWidth: 240, ml: { sm: 1 } }}
          />
        ))}
      <div role="status">
        {data?.errors.map(({ field, ...error }) => (
          <Alert key={field + error.message} severity="warning" sx={{ mb: 1 }}>
            {translate(`resources.communication-templates.fields.${field}`)}: {errorText(error)}
          </Alert>
        ))}
      </div>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Typography sx={{ fontWeight: 600, mb: 1 }}>{data?.subject}</Typography>
        {data?.isHtml ? (
          <HtmlView html={data.body} />
        ) : (
          <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data?.body}</Box>
        )}
      </Paper>
    </Box>
  )
}
