// Clients: the companies that work with this instance.
import { Box } from '@mui/material'
import { useRecordContext } from 'ra-core'
import { required, TextInput } from 'react-admin'
import { CreatePage, EditPage } from '../shell/form/edit-page.tsx'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { NumberField } from '../shell/list/fields.tsx'
import { Column, ListPage } from '../shell/list/list-page.tsx'

export const ClientList = () => (
  <ListPage sort={{ field: 'name', order: 'ASC' }}>
    <Column source="name" />
    <Column source="users" field={NumberField} disableSort />
  </ListPage>
)

export const ClientCreate = () => (
  <CreatePage redirect="list">
    <RecordForm>
      <TextInput source="name" validate={required()} autoFocus />
    </RecordForm>
  </CreatePage>
)

function History() {
  const client = useRecordContext()
  return client ? (
    <Box sx={{ px: 2, pb: 2 }}>
      <ChangesPanel subject="client" id={client.id} />
    </Box>
  ) : null
}

export const ClientEdit = () => (
  <EditPage>
    <RecordForm toolbar={saveOnly}>
      <TextInput source="name" validate={required()} />
    </RecordForm>
    <History />
  </EditPage>
)
