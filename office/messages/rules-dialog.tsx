// The form of the rules that a record has for a cause.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { ResourceContextProvider, useTranslate } from 'ra-core'
import { useId } from 'react'
import {
  BooleanInput,
  CheckboxGroupInput,
  Form,
  NumberInput,
  required,
  SaveButton,
  SelectInput,
} from 'react-admin'
import { causes, isTimed } from '../../server/messages/causes.ts'
import { roles } from '../../server/messages/roles.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { ChildRowsInput } from '../shell/form/child-rows-input.tsx'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'
import { documentNames, type Owner, type Rule, rulesKey, type useRuleChoices } from './rules.ts'

type Choices = NonNullable<ReturnType<typeof useRuleChoices>>
type Cause = Rule['cause']

const roleChoices = roles.map((id) => ({ id, name: `messages.role.${id}` }))
const documentChoices = Object.entries(documentNames).map(([id, name]) => ({ id, name }))

/** The day that a new rule has at first. */
const firstOffset = (cause: Cause): number => (isTimed(cause) ? Math.sign(causes[cause].offsetDays) : 0)

function RuleInputs({ cause, choices: { templates, rights } }: { cause: Cause; choices: Choices }) {
  const translate = useTranslate()
  const offset = firstOffset(cause)
  return (
    <ChildRowsInput source="rules" row="messages.rules.rule" min={220} ordered={false}>
      <BooleanInput
        source="isEnabled"
        label="messages.rules.enabled"
        defaultValue
        helperText={false}
        className="whole"
      />
      {isTimed(cause) && (
        <NumberInput
          source="offsetDays"
          label="messages.rules.offset"
          min={-365}
          max={365}
          step={1}
          defaultValue={offset}
          validate={required()}
          helperText={false}
          className="wide"
        />
      )}
      <SelectInput
        source="templateId"
        label="messages.rules.template"
        choices={[{ id: 0, name: translate('messages.rules.standard') }, ...templates]}
        translateChoice={false}
        defaultValue={0}
        validate={required()}
        helperText={false}
        className="wide"
      />
      <CheckboxGroupInput
        source="recipients"
        label="messages.rules.recipients"
        choices={roleChoices}
        validate={required()}
        helperText={false}
        className="whole"
      />
      <BooleanInput
        source="hasCalendar"
        label="messages.rules.calendar"
        defaultValue={false}
        helperText={false}
        className="whole"
      />
      <CheckboxGroupInput
        source="documentKinds"
        label="messages.rules.documents"
        choices={documentChoices}
        helperText="messages.rules.documentsHelp"
        className="whole"
      />
      <CheckboxGroupInput
        source="fileRights"
        label="messages.rules.files"
        choices={rights}
        translateChoice={false}
        helperText={false}
        className="whole"
      />
    </ChildRowsInput>
  )
}

interface Props {
  owner: Owner
  cause: Cause
  /** Those that hold now: own ones are changed, inherited ones are copied. */
  rules: readonly Rule[]
  choices: Choices
  onClose: () => void
}

export function RulesDialog({ owner, cause, rules, choices, onClose }: Props) {
  const translate = useTranslate()
  const id = useId()
  const version = Math.max(0, ...rules.map((rule) => (rule.isOwn ? rule.version : 0)))
  const { submit } = useAction(
    ({ rules: rows }: { rules?: readonly Partial<Rule>[] | null }) =>
      api('PATCH', '/message-rules', {
        body: {
          ...owner,
          cause,
          version,
          rules: (rows ?? []).map((row) => ({
            id: row.id ?? 0,
            offsetDays: row.offsetDays ?? 0,
            recipients: row.recipients ?? [],
            templateId: row.templateId ?? 0,
            hasCalendar: row.hasCalendar ?? false,
            fileRights: row.fileRights ?? [],
            documentKinds: row.documentKinds ?? [],
            isEnabled: row.isEnabled ?? true,
          })),
        },
      }),
    { success: 'messages.rules.saved', refresh: [rulesKey, ['messages']], onSuccess: onClose },
  )
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={id} onClose={onClose}>
      <Form onSubmit={submit} record={{ id: 0, rules }}>
        <DialogTitle id={id}>{translate(`messages.cause.${cause}`)}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary">{translate('messages.rules.none')}</Typography>
          {/* The rows of a list need the name of a resource. */}
          <ResourceContextProvider value="message-rules">
            <RuleInputs cause={cause} choices={choices} />
          </ResourceContextProvider>
          <ClearUnregisteredErrors />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SaveButton alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
