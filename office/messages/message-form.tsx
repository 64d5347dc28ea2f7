// One message that a change causes: whom it concerns, as the first of them gets it, ready to edit.
import {
  Alert,
  Box,
  Button,
  FormControlLabel,
  Paper,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'
import { HtmlView } from '../shell/list/html-view.tsx'
import { Recipients, reachableCount } from './recipients.tsx'

export type MessagePreview = Answer<'POST', '/bookings/message-preview'>
export type Messages = NonNullable<BodyOf<'POST', '/bookings'>['messages']>
export type MessageTexts = NonNullable<Messages['texts']>[number]
export type Cause = MessagePreview['cause']

function Example({ example }: Pick<MessagePreview, 'example'>) {
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
  recipients,
  text,
  onChange,
}: Pick<MessagePreview, 'recipients'> & { text: MessageTexts; onChange: (text: MessageTexts) => void }) {
  const translate = useTranslate()
  const languages = new Set(recipients.map(({ language }) => language))
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

interface Props {
  /** Of one cause, for each date that changes. */
  previews: readonly MessagePreview[]
  isOn: boolean
  text: MessageTexts | undefined
  onSwitch: (isOn: boolean) => void
  onText: (text: MessageTexts | undefined) => void
}

export function MessageForm({ previews, isOn, text, onSwitch, onText }: Props) {
  const translate = useTranslate()
  const { cause, templateId, subject, body, subjectEn, bodyEn, example, delayMinutes } = previews[0]!
  const recipients = previews.flatMap((preview) => preview.recipients)
  return (
    <Box component="section" aria-label={translate(`messages.cause.${cause}`)}>
      <FormControlLabel
        control={<Switch checked={isOn} onChange={(_event, checked) => onSwitch(checked)} />}
        label={translate('messages.tell', {
          cause: translate(`messages.cause.${cause}`),
          smart_count: reachableCount(recipients),
        })}
      />
      {isOn && (
        <Box sx={{ pl: 1 }}>
          <Recipients recipients={recipients} />
          {text ? (
            <TextFields recipients={recipients} text={text} onChange={onText} />
          ) : (
            <Example example={example} />
          )}
          <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
            <Button
              size="small"
              onClick={() =>
                onText(text ? undefined : { cause, templateId, subject, body, subjectEn, bodyEn })
              }
            >
              {translate(text ? 'messages.useTemplate' : 'messages.editText')}
            </Button>
            <Typography variant="body2" color="textSecondary">
              {translate(delayMinutes === 0 ? 'messages.atOnce' : 'messages.afterDelay', {
                smart_count: delayMinutes,
              })}
            </Typography>
          </Stack>
        </Box>
      )}
    </Box>
  )
}
