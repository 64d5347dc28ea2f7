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
import { MoneyInput } from '../shell/form/money-input.tsx'
import { RecordArrayInput, RecordInput } from '../shell/form/reference-inputs.tsx'
import { useLeadOptions, useLeadStatuses, withCurrentValue } from './options.ts'

const Row = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: { xs: 0, sm: 2 }, gridTemplateColumns: { sm: '1fr 1fr' }, width: '100%' }}>
    {children}
  </Box>
)

/** A text; suggests those in use. */
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
  const statuses = useLeadStatuses()
  const options = useLeadOptions(clientId)
  const seesContacts = useHasRight('090300:access')
  return (
    <>
      <Row>
        <SelectInput
          source="status"
          choices={statuses}
          translateChoice={false}
          defaultValue="new"
          validate={required()}
        />
        <SelectInput
          source="ownerId"
          choices={withCurrentValue(options.owners, lead?.ownerId, lead?.ownerName)}
          translateChoice={false}
          emptyValue={0}
        />
      </Row>
      <Row>
        <AutocompleteInput
          source="categoryId"
          choices={withCurrentValue(options.categories, lead?.categoryId, lead?.categoryName)}
          translateChoice={false}
          emptyValue={0}
        />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
          <NumberInput source="size" min={0} step={1} />
          <NumberInput source="rating" min={0} step={1} helperText="leads.ratingHelp" />
        </Box>
      </Row>
      <Row>
        <SuggestTextInput source="region" values={options.regions} />
        <SuggestTextInput source="sector" values={options.sectors} />
      </Row>
      {seesContacts && (
        <>
          <RecordInput source="companyId" reference="companies" />
          <RecordArrayInput source="contactIds" reference="contacts" filter={{ contactType: 'person' }} />
        </>
      )}
      <Row>
        <MoneyInput source="value" />
        <DateInput source="offerDate" />
      </Row>
      <Typography component="h2" variant="h3" sx={{ mt: 2, mb: 1 }}>
        {translate('leads.next')}
      </Typography>
      <TextInput source="nextStep" slotProps={{ htmlInput: { maxLength: 255 } }} />
      <Row>
        <DateInput source="nextStepDate" />
        <SelectInput
          source="nextStepAssigneeId"
          choices={withCurrentValue(options.assignees, lead?.nextStepAssigneeId, lead?.nextStepAssigneeName)}
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
