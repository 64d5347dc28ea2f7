// Newsletter consents with their evidence.
import { Box, Chip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { DateTimeField } from '../shell/list/fields.tsx'
import { DayFilter, RecordFilter, TextFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { cellWidth } from '../shell/list/list-styles.ts'

const Column = columnOf<RowOf<'newsletter-consents'>>()

const narrow = cellWidth(10)

type Consent = RowOf<'newsletter-consents'>

function StatusField(_: { label?: string }) {
  const translate = useTranslate()
  const status = useRecordContext<Consent>()?.status
  return (
    <Chip
      size="small"
      variant="outlined"
      color={status === 'pending' ? 'warning' : 'success'}
      label={translate(`newsletter.status.${status}`)}
    />
  )
}

function ContactField(_: { label?: string }) {
  const consent = useRecordContext<Consent>()
  if (!consent) return null
  return (
    <Box component={Link} to={`/contacts/${consent.contactId}/show`} sx={{ color: 'primary.main' }}>
      {consent.contactName || consent.email}
    </Box>
  )
}

export function ConsentList() {
  const formFilter = useHasRight('website')
    ? [<RecordFilter key="formId" source="formId" reference="newsletter-forms" />]
    : []
  return (
    <ListPage
      sort={{ field: 'id', order: 'DESC' }}
      exportPath="/newsletter-consents/export"
      search={false}
      rowClick={false}
      hiddenColumns={['clientName']}
      phoneColumns={['contactName', 'status', 'givenAt']}
      filters={[
        <TextFilter key="q" source="q" label="newsletter.byEmail" />,
        ...formFilter,
        <DayFilter key="from" source="from" label="newsletter.from" />,
        <DayFilter key="to" source="to" label="newsletter.to" />,
      ]}
    >
      <Column source="givenAt" field={DateTimeField} disableSort />
      <Column source="contactName" disableSort>
        <ContactField />
      </Column>
      <Column source="email" disableSort cellSx={narrow} />
      <Column source="formName" disableSort cellSx={narrow} />
      <Column source="clientName" disableSort />
      <Column source="status" disableSort>
        <StatusField />
      </Column>
      <Column source="confirmedAt" field={DateTimeField} disableSort />
      <Column source="ipAddress" disableSort />
      <Column source="userAgent" disableSort cellSx={narrow} />
    </ListPage>
  )
}
