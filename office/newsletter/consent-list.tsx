// The latest newsletter consents, each with its evidence.
import { Box, Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { ReferenceInput, SelectInput, TextInput } from 'react-admin'
import { Link } from 'react-router-dom'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { DateTimeField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'

const Column = columnOf<RowOf<'newsletter-consents'>>()

type Consent = RowOf<'newsletter-consents'>

function StateField(_: { label?: string }) {
  const translate = useTranslate()
  const state = useRecordContext<Consent>()?.state
  return (
    <Chip
      size="small"
      variant="outlined"
      color={state === 'pending' ? 'warning' : 'success'}
      label={translate(`newsletter.state.${state}`)}
    />
  )
}

function ContactField(_: { label?: string }) {
  const consent = useRecordContext<Consent>()
  if (!consent) return null
  return (
    <Box component={Link} to={`/contacts/${consent.contactId}`} sx={{ color: 'primary.main' }}>
      {consent.contactName || consent.email}
    </Box>
  )
}

export function ConsentList() {
  const admin = useHasRight('admin')
  const byForm = admin
    ? [
        <ReferenceInput key="formId" source="formId" reference="newsletter-forms" perPage={1000} alwaysOn>
          <SelectInput optionText="name" />
        </ReferenceInput>,
      ]
    : []
  return (
    <ListPage
      sort={{ field: 'id', order: 'DESC' }}
      exportPath="/newsletter-consents.csv"
      search={false}
      rowClick={false}
      hiddenColumns={['clientName']}
      filters={[
        <TextInput key="q" source="q" label="newsletter.byEmail" alwaysOn />,
        ...byForm,
        <DateInput key="from" source="from" label="newsletter.from" />,
        <DateInput key="to" source="to" label="newsletter.to" />,
      ]}
    >
      <Column source="givenAt" field={DateTimeField} disableSort />
      <Column source="contactName" disableSort>
        <ContactField />
      </Column>
      <Column source="email" disableSort />
      <Column source="formName" disableSort />
      <Column source="clientName" disableSort />
      <Column source="state" disableSort>
        <StateField />
      </Column>
      <Column source="confirmedAt" field={DateTimeField} disableSort />
      <Column source="address" disableSort />
      <Column source="agent" disableSort />
    </ListPage>
  )
}
