// The rules of messages: of the instance, or of the event, category or date in the address.
import {
  Box,
  Button,
  Chip,
  FormControlLabel,
  MenuItem,
  Paper,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'

type Rule = Answer<'GET', '/message-rules'>
type NewRule = BodyOf<'POST', '/message-rules'>
type Owner = Pick<NewRule, 'categoryId' | 'eventId' | 'dateId'>

const roles: Rule['recipients'] = ['participant', 'orderer', 'trainer', 'location', 'staff']
const timed: readonly Rule['cause'][] = [
  'joining_instructions',
  'reminder',
  'thanks',
  'trainer_brief',
  'location_list',
]

function ownerOf(query: URLSearchParams): Owner {
  const names = ['categoryId', 'eventId', 'dateId'] as const
  const found = names.find((name) => /^[1-9]\d{0,8}$/.test(query.get(name) ?? ''))
  return found ? { [found]: Number(query.get(found)) } : {}
}

function RuleRow({ rule, owner }: { rule: Rule; owner: Owner }) {
  const translate = useTranslate()
  const { data: templates = [] } = useQuery({
    queryKey: ['communication-templates', 'all'],
    queryFn: () => api('GET', '/communication-templates', { query: { perPage: 200 } }),
  })
  const { run: save, busy } = useAction(
    (change: Partial<NewRule>) => {
      const { id, scope: _scope, isOwn: _isOwn, version: _version, ...fields } = rule
      return api('POST', '/message-rules', {
        body: { ...owner, ...fields, ...(rule.isOwn && { id }), ...change },
      })
    },
    { refresh: [['message-rules'], ['messages']] },
  )
  const { run: remove } = useAction(() => api('DELETE', '/message-rules/{id}', { params: { id: rule.id } }), {
    refresh: [['message-rules'], ['messages']],
  })
  const name = translate(`messages.cause.${rule.cause}`)
  const toggleRole = (role: Rule['recipients'][number]) =>
    save({
      recipients: rule.recipients.includes(role)
        ? rule.recipients.filter((one) => one !== role)
        : [...rule.recipients, role],
    })
  return (
    <Paper variant="outlined" component="section" aria-label={name} sx={{ p: 1.5 }}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <FormControlLabel
          control={
            <Switch
              checked={rule.isEnabled}
              disabled={busy}
              onChange={(_event, isEnabled) => save({ isEnabled })}
            />
          }
          label={name}
          sx={{ minWidth: 240 }}
        />
        <Chip
          size="small"
          variant="outlined"
          label={translate(`messages.scope.${rule.isOwn ? 'own' : rule.scope}`)}
        />
        {rule.isOwn && (
          <Button size="small" onClick={() => remove()}>
            {translate('messages.rules.reset')}
          </Button>
        )}
      </Stack>
      {rule.isEnabled && (
        <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {roles.map((role) => (
            <Chip
              key={role}
              clickable
              color={rule.recipients.includes(role) ? 'primary' : 'default'}
              variant={rule.recipients.includes(role) ? 'filled' : 'outlined'}
              aria-pressed={rule.recipients.includes(role)}
              label={translate(`messages.role.${role}`)}
              onClick={() => toggleRole(role)}
            />
          ))}
          {timed.includes(rule.cause) && (
            <TextField
              type="number"
              label={translate('messages.rules.offset')}
              defaultValue={rule.offsetDays}
              key={rule.offsetDays}
              onBlur={(event) => {
                const offsetDays = Number(event.target.value)
                if (offsetDays !== rule.offsetDays) void save({ offsetDays })
              }}
              sx={{ width: 240 }}
            />
          )}
          <TextField
            select
            label={translate('messages.template')}
            value={templates.length > 0 ? rule.templateId : 0}
            onChange={(event) => save({ templateId: Number(event.target.value) })}
            sx={{ minWidth: 200 }}
          >
            <MenuItem value={0}>{translate('messages.rules.standard')}</MenuItem>
            {templates
              .filter(({ cause }) => cause === '')
              .map((one) => (
                <MenuItem key={one.id} value={one.id}>
                  {one.name}
                </MenuItem>
              ))}
          </TextField>
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={rule.hasCalendar}
                onChange={(_event, hasCalendar) => save({ hasCalendar })}
              />
            }
            label={translate('messages.rules.calendar')}
          />
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={rule.fileRights.includes('participants')}
                onChange={(_event, checked) =>
                  save({ fileRights: checked ? ['public', 'participants'] : [] })
                }
              />
            }
            label={translate('messages.rules.files')}
          />
        </Stack>
      )}
    </Paper>
  )
}

export function RulesPage() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const owner = ownerOf(query)
  const { data = [] } = useQuery({
    queryKey: ['message-rules', owner],
    queryFn: () => api('GET', '/message-rules', { query: owner }),
  })
  const [kind] = Object.keys(owner)
  return (
    <Box sx={{ py: 1 }}>
      <Title title="messages.rules.title" />
      <Typography sx={{ mb: 2 }}>{translate(`messages.rules.of.${kind ?? 'instance'}`)}</Typography>
      <Stack spacing={1}>
        {data.map((rule) => (
          <RuleRow key={`${rule.cause} ${rule.offsetDays} ${rule.id}`} rule={rule} owner={owner} />
        ))}
      </Stack>
    </Box>
  )
}
