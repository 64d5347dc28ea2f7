// A logbook: what was noted and said, newest first, and a field to add to it.
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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { useFormat } from '../shell/app/format.ts'

interface LogbookEntry {
  id: number
  at: string
  by: string
  kind: 'note' | 'call'
  text: string
  taskId: number
  taskNr: string
  isMail: boolean
}

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
          {format.dateTime(entry.at)}
          {entry.by && ` · ${entry.by}`}
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

interface Props {
  /** Where it is read and written: `/leads/12/logbook`. */
  path: string
  /** Whose logbook it is written to, where there are several; the first is proposed. */
  targets?: readonly { id: string; name: string }[]
}

export function Logbook({ path, targets }: Props) {
  const translate = useTranslate()
  const runAction = useAction()
  const client = useQueryClient()
  const [kind, setKind] = useState<'note' | 'call'>('note')
  const [text, setText] = useState('')
  const [target, setTarget] = useState('')
  const [errorText, setErrorText] = useState('')
  const [busy, setBusy] = useState(false)
  const queryKey = ['logbook', path]
  const { data: entries = [], error } = useQuery({
    queryKey,
    queryFn: () => api<LogbookEntry>('GET', path),
    staleTime: 0,
  })
  const to = targets?.find(({ id }) => id === target) ?? targets?.[0]
  const mayWrite = targets === undefined || to !== undefined

  const addEntry = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (text.trim() === '') return setErrorText(translate('ra.validation.required'))
    setBusy(true)
    setErrorText('')
    try {
      const formErrors = await runAction('POST', path, { kind, text, ...(to ? { to: to.id } : {}) })
      if (formErrors) return setErrorText(String(formErrors['text'] ?? formErrors['to'] ?? ''))
      setText('')
      await client.invalidateQueries({ queryKey: ['logbook'] })
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void addEntry()
  }

  return (
    <Stack spacing={2}>
      {mayWrite && (
        <form onSubmit={addEntry}>
          <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            <ToggleButtonGroup
              exclusive
              size="small"
              value={kind}
              aria-label={translate('leads.logbook.kind')}
              onChange={(_event, next) => next && setKind(next)}
            >
              <ToggleButton value="note">{translate('leads.logbook.note')}</ToggleButton>
              <ToggleButton value="call">{translate('leads.logbook.call')}</ToggleButton>
            </ToggleButtonGroup>
            {targets && targets.length > 1 && (
              <TextField
                select
                fullWidth={false}
                label={translate('leads.logbook.to')}
                value={to?.id ?? ''}
                onChange={(event) => setTarget(event.target.value)}
                sx={{ minWidth: 160 }}
              >
                {targets.map(({ id, name }) => (
                  <MenuItem key={id} value={id}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </Stack>
          <TextField
            multiline
            minRows={2}
            maxRows={10}
            label={translate('leads.logbook.text')}
            value={text}
            error={errorText !== ''}
            helperText={
              errorText ||
              (targets?.length === 1 ? translate('leads.logbook.into', { name: to?.name ?? '' }) : '')
            }
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Button type="submit" variant="outlined" size="small" loading={busy}>
            {translate('leads.logbook.add')}
          </Button>
        </form>
      )}
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
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
