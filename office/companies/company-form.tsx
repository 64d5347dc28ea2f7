import { useRecordContext } from 'ra-core'
import { required, TextInput } from 'react-admin'
import { AddressInputs, CommonInputs, EmailInputs, PhoneInputs } from '../addresses/child-row-inputs.tsx'
import { RecordCreatePage, RecordEditPage } from '../addresses/record-pages.tsx'
import { SimilarContacts } from '../addresses/similar-contacts.tsx'
import { FieldRow } from '../shell/form/form-section.tsx'

function Fields() {
  const record = useRecordContext()
  return (
    <>
      <FieldRow>
        <TextInput source="name" validate={required()} helperText={false} autoComplete="off" />
        <TextInput source="name2" helperText={false} />
      </FieldRow>
      {!record?.id && <SimilarContacts isCompany />}
      <EmailInputs />
      <PhoneInputs />
      <AddressInputs withPosition={false} />
      <CommonInputs />
    </>
  )
}

export const CompanyCreate = () => (
  <RecordCreatePage>
    <Fields />
  </RecordCreatePage>
)

export const CompanyEdit = () => (
  <RecordEditPage>
    <Fields />
  </RecordEditPage>
)
