// The rules of messages: of the instance, or of the event, category or date in the address.
import { Box, Chip, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetOne, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Title } from 'react-admin'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { isTimed } from '../../server/messages/causes.ts'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { Button } from '../shell/form/button.tsx'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { PagePart } from '../shell/page/page-layout.tsx'
import { documentNames, type Owner, type Rule, rulesKey, useRuleChoices } from './rules.ts'
import { RulesDialog } from './rules-dialog.tsx'

type Choices = NonNullable<ReturnType<typeof useRuleChoices>>

const ownerNames = ['categoryId', 'eventId', 'dateId'] as const

function ownerOf(query: URLSearchParams): Owner {
  const found = ownerNames.find((name) => /^[1-9]\d{0,8}$/.test(query.get(name) ?? ''))
  return found ? { [found]: Number(query.get(found)) } : {}
}

/** The rules of the record that a rule comes from; undefined: Kontor's own. */
function sourcePath({ scope, categoryId, eventId }: Rule): string | undefined {
  if (scope === 'default' || scope === 'date') return undefined
  if (scope === 'event') return `/message-rules?eventId=${eventId}`
  return scope === 'category' ? `/message-rules?categoryId=${categoryId}` : '/message-rules'
}

function SourceChip({ rule }: { rule: Rule }) {
  const translate = useTranslate()
  const label = translate(`messages.scope.${rule.isOwn ? 'own' : rule.scope}`)
  const path = rule.isOwn ? undefined : sourcePath(rule)
  if (!path) return <Chip size="small" label={label} variant={rule.isOwn ? 'filled' : 'outlined'} />
  return <Chip size="small" variant="outlined" clickable component={RouterLink} to={path} label={label} />
}

function useSummary({ templates, rights }: Choices): (rule: Rule) => string {
  const translate = useTranslate()
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => rights.find((right) => right.id === id)?.name ?? id).join(', ')
  const dayOf = ({ cause, offsetDays }: Rule): string => {
    if (!isTimed(cause)) return ''
    if (offsetDays === 0) return translate('messages.rules.lastDay')
    return translate(offsetDays < 0 ? 'messages.rules.before' : 'messages.rules.after', {
      smart_count: Math.abs(offsetDays),
    })
  }
  return (rule) =>
    [
      dayOf(rule),
      rule.recipients.map((role) => translate(`messages.role.${role}`)).join(', '),
      rule.templateId > 0 &&
        translate('messages.rules.templateOf', {
          name: templates.find(({ id }) => id === rule.templateId)?.name ?? `#${rule.templateId}`,
        }),
      rule.hasCalendar && translate('messages.rules.calendar'),
      rule.documentKinds.map((kind) => translate(documentNames[kind])).join(', '),
      rule.fileRights.length > 0 && translate('messages.rules.filesOf', { names: namesOf(rule.fileRights) }),
    ]
      .filter(Boolean)
      .join(' · ')
}

interface CauseProps {
  owner: Owner
  cause: Rule['cause']
  rules: readonly Rule[]
  choices: Choices
  mayEdit: boolean
}

function CauseRules({ owner, cause, rules, choices, mayEdit }: CauseProps) {
  const translate = useTranslate()
  const summaryOf = useSummary(choices)
  const [isOpen, setOpen] = useState(false)
  const [first] = rules
  const name = translate(`messages.cause.${cause}`)
  const isOwn = first?.isOwn ?? false
  const version = Math.max(0, ...rules.map((rule) => rule.version))
  const isOfInstance = Object.keys(owner).length === 0
  const change = translate(isOwn || isOfInstance ? 'messages.rules.change' : 'messages.rules.deviate')
  return (
    <Box
      component="section"
      aria-label={name}
      sx={{ py: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
        <Typography variant="h4" component="h3">
          {name}
        </Typography>
        {first && <SourceChip rule={first} />}
        <Box sx={{ flex: 1 }} />
        {mayEdit && (
          <>
            <Button label={change} aria-label={`${change}: ${name}`} onClick={() => setOpen(true)} />
            {isOwn && (
              <ConfirmButton
                label="messages.rules.reset"
                title={translate('messages.rules.resetTitle', { cause: name })}
                text="messages.rules.resetText"
                onConfirm={() =>
                  api('PATCH', '/message-rules', { body: { ...owner, cause, version, rules: [] } })
                }
                refresh={[rulesKey, ['messages']]}
              />
            )}
          </>
        )}
      </Stack>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {rules.map((rule) => (
          <Box
            component="li"
            key={`${rule.id} ${rule.offsetDays} ${rule.recipients.join()}`}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 0.25 }}
          >
            <Typography color={rule.isEnabled ? 'textPrimary' : 'textSecondary'}>
              {summaryOf(rule)}
            </Typography>
            {!rule.isEnabled && (
              <Chip size="small" variant="outlined" label={translate('messages.rules.disabled')} />
            )}
          </Box>
        ))}
      </Box>
      {isOpen && (
        <RulesDialog
          owner={owner}
          cause={cause}
          rules={rules}
          choices={choices}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  )
}

const withId = (id: number | undefined) => [{ id: id ?? 0 }, { enabled: id !== undefined }] as const

/** Whose rules they are, with a link to its page. */
function OwnerHead({ owner }: { owner: Owner }) {
  const translate = useTranslate()
  const format = useFormat()
  const { categoryId, eventId, dateId } = owner
  const { data: category } = useGetOne<RowOf<'catalogue-categories'>>(
    'catalogue-categories',
    ...withId(categoryId),
  )
  const { data: event } = useGetOne<RowOf<'events'>>('events', ...withId(eventId))
  const { data: date } = useGetOne<RowOf<'dates'>>('dates', ...withId(dateId))
  const kind = ownerNames.find((name) => owner[name] !== undefined)
  if (kind === undefined) return <Typography>{translate('messages.rules.of.instance')}</Typography>
  const [path, name] = date
    ? [`/dates/${date.id}`, `${date.title || date.eventTitle} · ${format.span(date.startDate, date.endDate)}`]
    : event
      ? [`/events/${event.id}`, event.title]
      : [`/catalogue-categories/${category?.id}`, category?.name ?? '']
  return (
    <Typography>
      {`${translate(`messages.rules.of.${kind}`)} `}
      {name && (
        <Link component={RouterLink} underline="always" to={path}>
          {name}
        </Link>
      )}
      {`. ${translate(`messages.rules.inherits.${kind}`)}`}
    </Typography>
  )
}

export function RulesPage() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const owner = ownerOf(query)
  const isAdmin = useHasRight('settings')
  const plans = useHasRight('catalogue:edit')
  const mayEdit = owner.eventId === undefined && owner.dateId === undefined ? isAdmin : plans
  const choices = useRuleChoices()
  const { data, error } = useQuery({
    queryKey: [...rulesKey, owner],
    queryFn: () => api('GET', '/message-rules', { query: owner }),
  })
  const byCause = [...Map.groupBy(data ?? [], ({ cause }) => cause)]
  return (
    <Stack spacing={1.5} sx={{ mt: 1.5, maxWidth: 980 }}>
      <Title title="messages.rules.title" />
      <OwnerHead key={JSON.stringify(owner)} owner={owner} />
      {error && <Typography color="error">{error.message}</Typography>}
      {choices &&
        data &&
        (['immediate', 'timed'] as const).map((group) => (
          <PagePart key={group} title={translate(`messages.rules.${group}`)}>
            {byCause
              .filter(([cause]) => isTimed(cause) === (group === 'timed'))
              .map(([cause, rules]) => (
                <CauseRules key={cause} {...{ owner, cause, rules, choices, mayEdit }} />
              ))}
          </PagePart>
        ))}
    </Stack>
  )
}
