// A logbook: its entries, newest first, and a form for a new one.
import CallIcon from '@mui/icons-material/CallOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import NoteIcon from '@mui/icons-material/StickyNote2Outlined'
import {
  Alert,
  Box,
  Button,
  MenuItem,
  Link as MuiLink,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { ChangeEvent, KeyboardEvent } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

export type LogbookEntry = Answer<'GET', '/leads/{leadId}/logbook-entries'>
export type NewLogbookEntry = BodyOf<'POST', '/leads/{leadId}/logbook-entries'>

function LogbookEntryView({ entry }: { entry: LogbookEntry }) {
  const translate = useTranslate()
  const format = useFormat()
  const kind = entry.isMail ? 'mail' : entry.kind
  const Icon = { mail: MailIcon, call: CallIcon, note: NoteIcon }[kind]
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1 }}>
      <Icon
        fontSize="small"
        titleAccess={translate(`leads.logbook.${kind}`)}
        sx={{ color: 'text.secondary', mt: 0.25 }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" color="text.secondary">
          {format.dateTime(entry.createdAt)}
          {entry.createdByName && ` · ${entry.createdByName}`}
          {entry.taskId > 0 && (
            <>
              {' · '}
              <MuiLink component={Link} to={`/tasks/${entry.taskId}`} underline="always">
                {entry.taskNr}
              </MuiLink>
            </>
          )}
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{entry.text}</Typography>
      </Box>
    </Box>
  )
}

interface KindProps {
  value: NewLogbookEntry['kind']
  onChange: (kind: NewLogbookEntry['kind']) => void
}

function KindChoice({ value, onChange }: KindProps) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={translate('leads.logbook.kind')}
      onChange={(_event, next) => next && onChange(next)}
    >
      <ToggleButton value="note">{translate('leads.logbook.note')}</ToggleButton>
      <ToggleButton value="call">{translate('leads.logbook.call')}</ToggleButton>
    </ToggleButtonGroup>
  )
}

interface TargetProps {
  targets: readonly { id: string; name: string }[]
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** The logbook that gets the entry. */
function TargetSelect({ targets, value, onChange }: TargetProps) {
  const translate = useTranslate()
  return (
    <TextField
      select
      fullWidth={false}
      label={translate('leads.logbook.to')}
      value={value}
      onChange={onChange}
      sx={{ minWidth: 160 }}
    >
      {targets.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface Props<Target extends string> {
  queryKey: readonly unknown[]
  read: () => Promise<LogbookEntry[]>
  add: (entry: NewLogbookEntry, target: Target | undefined) => Promise<unknown>
  /** The logbooks to choose from; the first is the default. */
  targets?: readonly { id: Target; name: string }[]
  isReadOnly?: boolean
}

export function Logbook<Target extends string = never>({
  queryKey,
  read,
  add,
  targets,
  isReadOnly = false,
}: Props<Target>) {
  const translate = useTranslate()
  const { control, handleSubmit, setError, resetField } = useForm<NewLogbookEntry & { target: string }>({
    defaultValues: { kind: 'note', text: '', target: '' },
  })
  const { data: entries = [], error } = useQuery({
    queryKey: ['logbook', ...queryKey],
    queryFn: read,
    staleTime: 0,
  })
  const chosenTarget = useWatch({ control, name: 'target' })
  const target = targets?.find(({ id }) => id === chosenTarget) ?? targets?.[0]
  const mayWrite = !isReadOnly && (targets === undefined || target !== undefined)
  const { submit, busy } = useAction((entry: NewLogbookEntry) => add(entry, target?.id), {
    refresh: [['logbook']],
    onSuccess: () => resetField('text'),
  })

  const addEntry = handleSubmit(async ({ kind, text }) => {
    const errors = await submit({ kind, text })
    const message = errors?.['text'] ?? errors?.['target']
    if (message) setError('text', { message: String(message) })
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void addEntry()
  }

  return (
    <Stack spacing={2}>
      {mayWrite && (
        <form onSubmit={addEntry}>
          <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            <Controller
              control={control}
              name="kind"
              render={({ field: { value, onChange } }) => <KindChoice value={value} onChange={onChange} />}
            />
            {targets && targets.length > 1 && (
              <Controller
                control={control}
                name="target"
                render={({ field: { onChange } }) => (
                  <TargetSelect targets={targets} value={target?.id ?? ''} onChange={onChange} />
                )}
              />
            )}
          </Stack>
          <Controller
            control={control}
            name="text"
            rules={{ validate: (text) => text.trim() !== '' || translate('ra.validation.required') }}
            render={({ field: { ref, ...field }, fieldState }) => (
              <TextField
                {...field}
                inputRef={ref}
                multiline
                minRows={2}
                maxRows={10}
                label={translate('leads.logbook.text')}
                error={fieldState.invalid}
                helperText={
                  fieldState.error?.message ||
                  (targets?.length === 1 ? translate('leads.logbook.into', { name: target?.name ?? '' }) : '')
                }
                onKeyDown={onKeyDown}
              />
            )}
          />
          <Button type="submit" variant="outlined" size="small" loading={busy}>
            {translate('leads.logbook.add')}
          </Button>
        </form>
      )}
      {error && <Alert severity="error">{error.message}</Alert>}
      {entries.length === 0 && (
        <Typography color="text.secondary">{translate('leads.logbook.empty')}</Typography>
      )}
      <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <LogbookEntryView key={entry.id} entry={entry} />
        ))}
      </Stack>
    </Stack>
  )
}
