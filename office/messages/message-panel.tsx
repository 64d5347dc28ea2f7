// Whom a change concerns, and the message to them, in the dialog that makes the change.
import {
  Alert,
  Box,
  Button,
  Chip,
  FormControlLabel,
  Paper,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'
import { useDebounced } from '../shell/form/use-debounced.ts'
import { HtmlView } from '../shell/list/html-view.tsx'

type Preview = Answer<'POST', '/bookings/message-preview'>
export type Messages = NonNullable<BodyOf<'POST', '/bookings'>['messages']>
type Text = NonNullable<Messages['texts']>[number]
type Cause = Preview['cause']

const maxNames = 6

function Recipients({ recipients }: Pick<Preview, 'recipients'>) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? recipients : recipients.slice(0, maxNames)
  const lost = recipients.filter(({ email }) => email === '')
  return (
    <>
      <Stack
        component="ul"
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 0.5, p: 0, m: 0, listStyle: 'none' }}
      >
        {shown.map(({ name, role, email }) => (
          <li key={`${role} ${name} ${email}`}>
            <Chip
              size="small"
              variant="outlined"
              color={email === '' ? 'warning' : 'default'}
              label={role === 'participant' ? name : `${name} (${translate(`messages.role.${role}`)})`}
            />
          </li>
        ))}
        {recipients.length > shown.length && (
          <li>
            <Button size="small" onClick={() => setOpen(true)}>
              {translate('messages.moreRecipients', { count: recipients.length - shown.length })}
            </Button>
          </li>
        )}
      </Stack>
      {lost.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {translate('messages.withoutAddress', {
            smart_count: lost.length,
            names: lost.map(({ name }) => name).join(', '),
          })}
        </Alert>
      )}
    </>
  )
}

function Example({ example }: Pick<Preview, 'example'>) {
  if (example.error) return <Alert severity="error">{example.error}</Alert>
  return (
    <Paper variant="outlined" sx={{ p: 1.5, mt: 1, maxHeight: 260, overflow: 'auto' }} tabIndex={0}>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
        {example.subject}
      </Typography>
      {example.isHtml ? (
        <HtmlView html={example.body} />
      ) : (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {example.body}
        </Typography>
      )}
    </Paper>
  )
}

/** Only the languages of the recipients are offered. */
function TextFields({
  preview,
  text,
  onChange,
}: {
  preview: Preview
  text: Text
  onChange: (text: Text) => void
}) {
  const translate = useTranslate()
  const languages = new Set(preview.recipients.map(({ language }) => language))
  const field = (name: 'subject' | 'body' | 'subjectEn' | 'bodyEn') => (
    <TextField
      label={translate(`messages.field.${name}`)}
      value={text[name]}
      onChange={(event) => onChange({ ...text, [name]: event.target.value })}
      {...(name.startsWith('body') && { multiline: true, minRows: 4, maxRows: 14 })}
    />
  )
  return (
    <Stack spacing={1} sx={{ mt: 1 }}>
      {languages.has('de') && (
        <>
          {field('subject')}
          {field('body')}
        </>
      )}
      {languages.has('en') && (
        <>
          {field('subjectEn')}
          {field('bodyEn')}
        </>
      )}
    </Stack>
  )
}

interface OneProps {
  preview: Preview
  isOn: boolean
  text: Text | undefined
  onSwitch: (isOn: boolean) => void
  onText: (text: Text | undefined) => void
}

function OneMessage({ preview, isOn, text, onSwitch, onText }: OneProps) {
  const translate = useTranslate()
  const { cause, subject, body, subjectEn, bodyEn } = preview
  return (
    <Box component="section" aria-label={translate(`messages.cause.${cause}`)}>
      <FormControlLabel
        control={<Switch checked={isOn} onChange={(_event, checked) => onSwitch(checked)} />}
        label={translate('messages.tell', {
          cause: translate(`messages.cause.${cause}`),
          smart_count: preview.recipients.length,
        })}
      />
      {isOn && (
        <Box sx={{ pl: 1 }}>
          <Recipients recipients={preview.recipients} />
          {text ? (
            <TextFields preview={preview} text={text} onChange={onText} />
          ) : (
            <Example example={preview.example} />
          )}
          <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
            <Button
              size="small"
              onClick={() => onText(text ? undefined : { cause, subject, body, subjectEn, bodyEn })}
            >
              {translate(text ? 'messages.useTemplate' : 'messages.editText')}
            </Button>
            <Typography variant="body2" color="textSecondary">
              {translate(preview.delayMinutes === 0 ? 'messages.atOnce' : 'messages.afterDelay', {
                smart_count: preview.delayMinutes,
              })}
            </Typography>
          </Stack>
        </Box>
      )}
    </Box>
  )
}

/**
 * The part of a dialog that tells those whom its change concerns.
 * @param key of the change: with another one, the preview is asked for again
 * @param load the preview; undefined: the change is not complete yet
 */
export function useMessagePanel(
  key: unknown,
  load: (() => Promise<Preview[]>) | undefined,
): { panel: ReactNode; messages: Messages } {
  const translate = useTranslate()
  const [off, setOff] = useState<readonly Cause[]>([])
  const [texts, setTexts] = useState<Partial<Record<Cause, Text>>>({})
  // As text: values of forms may be other objects whenever they are rendered.
  const change = useDebounced(JSON.stringify(key))
  const { data = [] } = useQuery({
    queryKey: ['message-preview', change],
    queryFn: load ?? (async () => []),
    enabled: load !== undefined,
    // What is missing or wrong is said when the change is made.
    retry: false,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const panel = load && data.length > 0 && (
    <Stack spacing={1} component="section" aria-label={translate('messages.whoIsTold')} sx={{ mt: 1 }}>
      {data.map((preview) => (
        <OneMessage
          key={`${preview.cause} ${preview.dateId}`}
          preview={preview}
          isOn={!off.includes(preview.cause)}
          text={texts[preview.cause]}
          onSwitch={(isOn) =>
            setOff(isOn ? off.filter((one) => one !== preview.cause) : [...off, preview.cause])
          }
          onText={(text) => {
            const { [preview.cause]: _before, ...others } = texts
            setTexts(text ? { ...others, [preview.cause]: text } : others)
          }}
        />
      ))}
    </Stack>
  )
  return { panel: panel || null, messages: { off: [...off], texts: Object.values(texts) } }
}
