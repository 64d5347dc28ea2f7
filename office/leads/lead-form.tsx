// The fields of a lead.
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import {
  AutocompleteInput,
  FormDataConsumer,
  NumberInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { useLeadChoices, useLeadStates, withCurrentValue } from './choices.ts'
import { RemoteInput } from './remote-input.tsx'

const Row = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: { xs: 0, sm: 2 }, gridTemplateColumns: { sm: '1fr 1fr' }, width: '100%' }}>
    {children}
  </Box>
)

/** A text of those in use, or a new one. */
function SuggestTextInput({ source, values }: { source: string; values: string[] }) {
  const id = `${source}-values`
  return (
    <>
      <TextInput source={source} slotProps={{ htmlInput: { list: id, maxLength: 255 } }} />
      <datalist id={id}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}

function EditableFields({ clientId }: { clientId: number | undefined }) {
  const translate = useTranslate()
  const lead = useRecordContext<RecordOf<'leads'>>()
  const states = useLeadStates()
  const choices = useLeadChoices(clientId)
  const seesContacts = useHasRight('090300:access')
  const company = lead?.companyId ? [{ id: lead.companyId, name: lead.company }] : []
  return (
    <>
      <Row>
        <SelectInput
          source="state"
          choices={states}
          translateChoice={false}
          defaultValue="new"
          validate={required()}
        />
        <SelectInput
          source="ownerId"
          choices={withCurrentValue(choices.owners, lead?.ownerId, lead?.owner)}
          translateChoice={false}
          emptyValue={0}
        />
      </Row>
      <Row>
        <AutocompleteInput
          source="categoryId"
          choices={withCurrentValue(choices.categories, lead?.categoryId, lead?.category)}
          translateChoice={false}
          emptyValue={0}
        />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
          <NumberInput source="size" min={0} step={1} />
          <NumberInput source="rating" min={0} step={1} helperText="leads.ratingHelp" />
        </Box>
      </Row>
      <Row>
        <SuggestTextInput source="region" values={choices.regions} />
        <SuggestTextInput source="sector" values={choices.sectors} />
      </Row>
      {seesContacts && (
        <>
          <RemoteInput source="companyId" path="/companies" knownChoices={company} />
          <RemoteInput
            source="contactIds"
            path="/contacts"
            filter={{ contactType: 'person' }}
            knownChoices={lead?.contacts ?? []}
            multiple
          />
        </>
      )}
      <Typography component="h2" variant="h3" sx={{ mt: 2, mb: 1 }}>
        {translate('leads.next')}
      </Typography>
      <TextInput source="nextStep" slotProps={{ htmlInput: { maxLength: 255 } }} />
      <Row>
        <DateInput source="nextStepOn" />
        <SelectInput
          source="nextStepUserId"
          choices={withCurrentValue(choices.users, lead?.nextStepUserId, lead?.nextStepUser)}
          translateChoice={false}
          emptyValue={0}
        />
      </Row>
    </>
  )
}

export function LeadFields() {
  const session = useSession()
  const lead = useRecordContext<RecordOf<'leads'>>()
  const isNew = lead?.id === undefined
  const hasSeveralClients = (session?.clients.length ?? 0) > 1
  return (
    <>
      <TextInput
        source="name"
        validate={required()}
        slotProps={{ htmlInput: { maxLength: 255 } }}
        autoFocus={isNew}
      />
      {isNew && hasSeveralClients && (
        <SelectInput
          source="clientId"
          choices={session?.clients ?? []}
          translateChoice={false}
          defaultValue={session?.defaultClientId}
          validate={required()}
        />
      )}
      <FormDataConsumer>
        {({ formData }) => (
          <EditableFields clientId={lead?.clientId ?? formData['clientId'] ?? session?.defaultClientId} />
        )}
      </FormDataConsumer>
    </>
  )
}
