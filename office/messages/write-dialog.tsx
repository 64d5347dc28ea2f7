// A message that staff write to participants or contacts.
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { ApiError, api } from '../shell/api/api.ts'
import { MessageText } from './message-text.tsx'
import { Recipients, reachableCount } from './recipients.tsx'

const empty = { subject: '', body: '', subjectEn: '', bodyEn: '' }
type WrittenTexts = typeof empty
const fieldNames = ['subject', 'body', 'subjectEn', 'bodyEn'] as const

type To = { bookingIds: number[] } | { contactIds: number[] }

function useRecipients(to: To) {
  const { data: recipients } = useQuery({
    queryKey: ['messages', 'recipients', to],
    queryFn: () => api('POST', '/messages/recipients-preview', { body: to }),
    retry: false,
  })
  if (recipients) return { recipients, count: reachableCount(recipients) }
  return { recipients, count: 'bookingIds' in to ? to.bookingIds.length : to.contactIds.length }
}

/** The text as its recipients get it, and its errors by field. */
function usePreview(to: To, text: WrittenTexts) {
  const shown = useDeferredValue(text)
  const hasText = shown.body !== '' || shown.bodyEn !== ''
  const { data: previews = [], error } = useQuery({
    queryKey: ['messages', 'preview', to, shown],
    queryFn: () => api('POST', '/messages/preview', { body: { ...to, ...shown } }),
    enabled: hasText,
    retry: false,
    placeholderData: (before) => before,
  })
  const details = error instanceof ApiError ? error.details : []
  return {
    hasText,
    previews: hasText ? previews : [],
    fieldErrors: new Map(details.map(({ field, message }) => [field, message])),
  }
}

function TemplateSelect({ onChoose }: { onChoose: (texts: WrittenTexts) => void }) {
  const translate = useTranslate()
  const [templateId, setTemplateId] = useState(0)
  const { data: templates = [] } = useQuery({
    queryKey: ['communication-templates', 'all'],
    queryFn: () => api('GET', '/communication-templates', { query: { perPage: 200 } }),
  })
  const choose = (id: number): void => {
    setTemplateId(id)
    const found = templates.find((one) => one.id === id)
    if (!found) return
    const { subject, body, subjectEn, bodyEn } = found
    onChoose({ subject, body, subjectEn, bodyEn })
  }
  return (
    <TextField
      select
      label={translate('messages.template')}
      value={templateId}
      onChange={(event) => choose(Number(event.target.value))}
    >
      <MenuItem value={0}>{translate('messages.noTemplate')}</MenuItem>
      {templates.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface TextInputsProps {
  text: WrittenTexts
  onChange: (text: WrittenTexts) => void
  isEnglish: boolean
  fieldErrors: ReadonlyMap<string, string>
}

function TextInputs({ text, onChange, isEnglish, fieldErrors }: TextInputsProps) {
  const translate = useTranslate()
  return fieldNames
    .filter((name) => isEnglish || !name.endsWith('En'))
    .map((name) => (
      <TextField
        key={name}
        label={translate(`messages.field.${name}`)}
        value={text[name]}
        onChange={(event) => onChange({ ...text, [name]: event.target.value })}
        error={fieldErrors.has(name)}
        helperText={fieldErrors.get(name)}
        {...(name.startsWith('body') && { multiline: true, minRows: 6, maxRows: 16 })}
      />
    ))
}

type WrittenPreview = ReturnType<typeof usePreview>['previews'][number]

function Preview({ preview }: { preview: WrittenPreview }) {
  const translate = useTranslate()
  return (
    <section aria-label={translate('messages.preview')}>
      <Typography variant="body2" color="textSecondary">
        {translate('messages.previewFor', { name: preview.name })}
      </Typography>
      {preview.error ? <Alert severity="error">{preview.error}</Alert> : <MessageText text={preview} />}
    </section>
  )
}

export function WriteDialog({ to, onClose }: { to: To; onClose: () => void }) {
  const translate = useTranslate()
  const [text, setText] = useState<WrittenTexts>(empty)
  const [isEnglish, setEnglish] = useState(false)
  const { recipients, count } = useRecipients(to)
  const { hasText, previews, fieldErrors } = usePreview(to, text)
  const { run, busy } = useAction(() => api('POST', '/messages', { body: { ...to, ...text } }), {
    success: () => ['messages.written', { smart_count: count }],
    refresh: [['messages']],
    onSuccess: onClose,
  })
  const applyTemplate = (texts: WrittenTexts): void => {
    setText(texts)
    if (texts.bodyEn !== '') setEnglish(true)
  }
  return (
    <Dialog open fullWidth maxWidth="md" onClose={busy ? undefined : onClose} aria-labelledby="write-title">
      <DialogTitle id="write-title">{translate('messages.writeTo', { smart_count: count })}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 0.5 }}>
          {recipients && <Recipients recipients={recipients} />}
          <TemplateSelect onChoose={applyTemplate} />
          <TextInputs text={text} onChange={setText} isEnglish={isEnglish} fieldErrors={fieldErrors} />
          {!isEnglish && (
            <div>
              <Button size="small" onClick={() => setEnglish(true)}>
                {translate('messages.addEnglish')}
              </Button>
            </div>
          )}
          {previews.map((preview) => (
            <Preview key={preview.email} preview={preview} />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={!hasText || fieldErrors.size > 0}
          onClick={() => run()}
        >
          {translate('messages.send')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
