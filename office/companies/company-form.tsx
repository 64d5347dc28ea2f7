import { useRecordContext } from 'ra-core'
import { required, TextInput } from 'react-admin'
import { useTellExisting } from '../contacts/existing.tsx'
import { AddressInputs, CommonInputs, EmailInputs, PhoneInputs } from '../contacts/part-inputs.tsx'
import { SimilarContacts } from '../contacts/similar.tsx'
import { CreatePage, EditPage } from '../shell/edit-page.tsx'
import { Row } from '../shell/form-section.tsx'
import { RecordForm } from '../shell/record-form.tsx'

function Fields() {
  const record = useRecordContext()
  return (
    <>
      <Row>
        <TextInput source="name" validate={required()} helperText={false} autoComplete="off" />
        <TextInput source="name2" helperText={false} />
      </Row>
      {!record?.id && <SimilarContacts type="company" />}
      <EmailInputs />
      <PhoneInputs />
      <AddressInputs withPosition={false} />
      <CommonInputs />
    </>
  )
}

export function CompanyCreate() {
  const onError = useTellExisting()
  return (
    <CreatePage redirect="show" mutationOptions={{ onError }}>
      <RecordForm>
        <Fields />
      </RecordForm>
    </CreatePage>
  )
}

export function CompanyEdit() {
  const onError = useTellExisting()
  return (
    <EditPage redirect="show" mutationOptions={{ onError }}>
      <RecordForm>
        <Fields />
      </RecordForm>
    </EditPage>
  )
}
