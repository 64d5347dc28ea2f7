// The editor of a reply.
import SendIcon from '@mui/icons-material/SendOutlined'
import { Alert, Box, Button, FormControlLabel, MenuItem, Stack, Switch, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetList, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Form, required, TextInput, useLocaleState } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer, RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { FieldRow } from '../shell/form/form-section.tsx'
import { KeepInput } from '../shell/form/keep-input.tsx'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'
import { RichTextInput } from '../shell/form/rich-text-input.tsx'
import { useDebounced } from '../shell/form/use-debounced.ts'
import { useFormat } from '../shell/language/format.ts'
import { HtmlView } from '../shell/list/html-view.tsx'
import { FoldedContent } from '../shell/page/page-layout.tsx'

type Draft = Answer<'GET', '/tasks/{taskId}/reply-draft'>
/** A reply that was called back. */
export type ReplyText = { to: string; cc: string; subject: string; body: string }

const templatesPage = {
  pagination: { page: 1, perPage: 200 },
  sort: { field: 'name', order: 'ASC' as const },
}

/** Puts a template before what was written. */
function TemplateSelect({ taskId }: { taskId: number }) {
  const translate = useTranslate()
  const { getValues, setValue } = useFormContext<ReplyText>()
  const { data: templates = [] } = useGetList<RowOf<'communication-templates'>>(
    'communication-templates',
    templatesPage,
  )
  const { run } = useAction(
    (templateId: number) =>
      api('GET', '/tasks/{taskId}/reply-templates/{templateId}', { params: { taskId, templateId } }),
    {
      onSuccess: ([filled]) =>
        setValue('body', (filled?.body ?? '') + (getValues('body') ?? ''), { shouldDirty: true }),
    },
  )
  if (templates.length === 0) return null
  return (
    <TextField
      select
      label={translate('inbox.reply.template')}
      value=""
      onChange={({ target }) => void run(Number(target.value))}
      sx={{ maxWidth: 320 }}
    >
      {templates.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Warns of recipients to whom mail comes back. */
function BounceWarning() {
  const translate = useTranslate()
  const format = useFormat()
  const seesContacts = useHasRight('090300:access')
  const [to = '', cc = '']: (string | undefined)[] = useWatch({ name: ['to', 'cc'] })
  const addresses = useDebounced(`${to ?? ''}, ${cc ?? ''}`, 400)
  const { data = [] } = useQuery({
    queryKey: ['bounced-addresses', addresses],
    queryFn: () => api('GET', '/bounced-addresses', { query: { addresses } }),
    enabled: seesContacts && addresses.includes('@'),
  })
  return data.map(({ address, bouncedAt, reason }) => (
    <Alert key={address} severity="warning">
      {translate('contacts.bounce.text', { address, day: format.dateTime(bouncedAt) })} {reason}
    </Alert>
  ))
}

function OthersButton({ others }: { others: string }) {
  const translate = useTranslate()
  const { getValues, setValue } = useFormContext<ReplyText>()
  const cc = useWatch({ name: 'cc' })
  if (others === '' || cc) return null
  return (
    <Button
      size="small"
      sx={{ alignSelf: 'start' }}
      onClick={() =>
        setValue('cc', [getValues('cc'), others].filter(Boolean).join(', '), { shouldDirty: true })
      }
    >
      {translate('inbox.reply.all')}
    </Button>
  )
}

interface Props {
  task: RecordOf<'tasks'>
  draft: Draft
  /** Instead of an empty reply. */
  text: ReplyText | undefined
  onClose: () => void
}

export function ReplyForm({ task, draft, text, onClose }: Props) {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const language = locale === 'en' ? 'en' : 'de'
  const [withQuote, setWithQuote] = useState(true)
  const finishes = useRef(false)
  const [initial] = useState(() => ({
    id: 0,
    ...(text ?? { to: draft.to, cc: '', subject: draft.subject, body: '' }),
  }))
  const { submit, busy } = useAction(
    ({ to = '', cc = '', subject = '', body = '' }: Partial<ReplyText>) =>
      api('POST', '/tasks/{taskId}/replies', {
        params: { taskId: task.id },
        body: {
          to,
          cc: cc ?? '',
          subject: subject ?? '',
          body: body ?? '',
          ...(withQuote ? { quoteLanguage: language as 'de' | 'en' } : {}),
          isDone: finishes.current,
        },
      }),
    { success: 'inbox.reply.queued', onSuccess: onClose, refresh: 'page' },
  )
  return (
    <Box component="section" aria-label={translate('inbox.reply.title')} sx={{ my: 2 }}>
      <Form record={initial} onSubmit={submit} warnWhenUnsavedChanges>
        <ClearUnregisteredErrors />
        <KeepInput />
        <Stack spacing={1.5}>
          {task.isAutomatic && <Alert severity="warning">{translate('inbox.reply.automatic')}</Alert>}
          {!draft.canSend && <Alert severity="info">{translate('inbox.reply.noServer')}</Alert>}
          <FieldRow>
            <TextInput source="to" label="inbox.reply.to" validate={required()} helperText={false} />
            <TextInput source="cc" label="inbox.reply.cc" helperText={false} />
          </FieldRow>
          <OthersButton others={draft.others} />
          <BounceWarning />
          <TextInput
            source="subject"
            label="inbox.reply.subject"
            validate={required()}
            helperText={false}
            slotProps={{ htmlInput: { maxLength: 255 } }}
          />
          <TemplateSelect taskId={task.id} />
          <RichTextInput source="body" label="inbox.reply.text" validate={required()} helperText={false} />
          <FormControlLabel
            control={<Switch checked={withQuote} onChange={(_event, checked) => setWithQuote(checked)} />}
            label={translate('inbox.reply.withQuote')}
          />
          {withQuote && (
            <FoldedContent title={translate('inbox.reply.quote')}>
              <Box sx={{ maxHeight: 320, overflow: 'auto' }} tabIndex={0}>
                <HtmlView html={draft.quote} />
              </Box>
            </FoldedContent>
          )}
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Button
              type="submit"
              variant="contained"
              startIcon={<SendIcon />}
              loading={busy}
              onClick={() => {
                finishes.current = false
              }}
            >
              {translate('inbox.reply.send')}
            </Button>
            {!task.isDone && (
              <Button
                type="submit"
                variant="outlined"
                disabled={busy}
                onClick={() => {
                  finishes.current = true
                }}
              >
                {translate('inbox.reply.sendAndFinish')}
              </Button>
            )}
            <DiscardButton onClose={onClose} />
          </Stack>
          {draft.delayMinutes > 0 && (
            <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
              {translate('inbox.reply.delay', { smart_count: draft.delayMinutes })}
            </Box>
          )}
        </Stack>
      </Form>
    </Box>
  )
}

/** Asks before what was written is lost. */
function DiscardButton({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const { formState } = useFormContext()
  const { isDirty } = formState
  if (!isAsking)
    return (
      <Button color="inherit" onClick={() => (isDirty ? setAsking(true) : onClose())}>
        {translate('ra.action.cancel')}
      </Button>
    )
  return (
    <Stack direction="row" role="group" aria-label={translate('inbox.reply.discard')} sx={{ gap: 1 }}>
      <Button color="error" onClick={onClose}>
        {translate('inbox.reply.discard')}
      </Button>
      <Button color="inherit" autoFocus onClick={() => setAsking(false)}>
        {translate('inbox.reply.goOn')}
      </Button>
    </Stack>
  )
}
