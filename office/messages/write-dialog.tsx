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
type Text = typeof empty
const fieldNames = ['subject', 'body', 'subjectEn', 'bodyEn'] as const

interface Props {
  to: { bookingIds: number[] } | { contactIds: number[] }
  onClose: () => void
}

export function WriteDialog({ to, onClose }: Props) {
  const translate = useTranslate()
  const [text, setText] = useState<Text>(empty)
  const [isEnglish, setEnglish] = useState(false)
  const [templateId, setTemplateId] = useState(0)
  const { data: recipients } = useQuery({
    queryKey: ['messages', 'recipients', to],
    queryFn: () => api('POST', '/messages/recipients-preview', { body: to }),
    retry: false,
  })
  const count = recipients
    ? reachableCount(recipients)
    : 'bookingIds' in to
      ? to.bookingIds.length
      : to.contactIds.length
  const { data: templates = [] } = useQuery({
    queryKey: ['communication-templates', 'all'],
    queryFn: () => api('GET', '/communication-templates', { query: { perPage: 200 } }),
  })
  const shown = useDeferredValue(text)
  const hasText = shown.body !== '' || shown.bodyEn !== ''
  const { data: preview, error } = useQuery({
    queryKey: ['messages', 'preview', to, shown],
    queryFn: () => api('POST', '/messages/preview', { body: { ...to, ...shown } }),
    enabled: hasText,
    retry: false,
    placeholderData: (before) => before,
  })
  const fieldErrors = new Map(
    (error instanceof ApiError ? error.details : []).map(({ field, message }) => [field, message]),
  )
  const { run, busy } = useAction(() => api('POST', '/messages', { body: { ...to, ...text } }), {
    success: () => ['messages.written', { smart_count: count }],
    refresh: [['messages']],
    onSuccess: onClose,
  })
  const choose = (id: number): void => {
    setTemplateId(id)
    const found = templates.find((one) => one.id === id)
    if (!found) return
    const { subject, body, subjectEn, bodyEn } = found
    setText({ subject, body, subjectEn, bodyEn })
    if (bodyEn !== '') setEnglish(true)
  }
  return (
    <Dialog open fullWidth maxWidth="md" onClose={busy ? undefined : onClose} aria-labelledby="write-title">
      <DialogTitle id="write-title">{translate('messages.writeTo', { smart_count: count })}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 0.5 }}>
          {recipients && <Recipients recipients={recipients} />}
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
          {fieldNames
            .filter((name) => isEnglish || !name.endsWith('En'))
            .map((name) => (
              <TextField
                key={name}
                label={translate(`messages.field.${name}`)}
                value={text[name]}
                onChange={(event) => setText({ ...text, [name]: event.target.value })}
                error={fieldErrors.has(name)}
                helperText={fieldErrors.get(name)}
                {...(name.startsWith('body') && { multiline: true, minRows: 6, maxRows: 16 })}
              />
            ))}
          {!isEnglish && (
            <div>
              <Button size="small" onClick={() => setEnglish(true)}>
                {translate('messages.addEnglish')}
              </Button>
            </div>
          )}
          {hasText &&
            preview?.map((one) => (
              <section key={one.email} aria-label={translate('messages.preview')}>
                <Typography variant="body2" color="textSecondary">
                  {translate('messages.previewFor', { name: one.name })}
                </Typography>
                {one.error ? <Alert severity="error">{one.error}</Alert> : <MessageText text={one} />}
              </section>
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
