import { Box } from '@mui/material'
import { useRecordContext } from 'ra-core'
import { Button, required, TextInput, TopToolbar } from 'react-admin'
import { Link } from 'react-router-dom'
import { SigningKeys } from '../documents/signing-keys.tsx'
import type { RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { NumberField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'

const Column = columnOf<RowOf<'clients'>>()

export const ClientList = () => (
  <ListPage sort={{ field: 'name', order: 'ASC' }}>
    <Column source="name" />
    <Column source="userCount" field={NumberField} disableSort />
  </ListPage>
)

export const ClientCreate = () => (
  <CreatePage redirect="list">
    <RecordForm>
      <TextInput source="name" validate={required()} autoFocus />
    </RecordForm>
  </CreatePage>
)

function LetterheadButton() {
  const client = useRecordContext<RecordOf<'clients'>>()
  return client ? (
    <Button component={Link} to={`/letterheads/${client.id}`} label="documents.letterhead.open" />
  ) : null
}

function Keys() {
  const client = useRecordContext<RecordOf<'clients'>>()
  return client ? <SigningKeys clientId={client.id} /> : null
}

function History() {
  const client = useRecordContext<RecordOf<'clients'>>()
  return client ? (
    <Box sx={{ px: 2, pb: 2 }}>
      <ChangesPanel subject="client" id={client.id} />
    </Box>
  ) : null
}

export const ClientEdit = () => (
  <EditPage
    actions={
      <TopToolbar>
        <LetterheadButton />
      </TopToolbar>
    }
  >
    <RecordForm toolbar={saveOnly}>
      <TextInput source="name" validate={required()} />
    </RecordForm>
    <Keys />
    <History />
  </EditPage>
)
