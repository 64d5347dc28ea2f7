import { useRecordContext } from 'ra-core'
import { required, SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Row } from '../shell/form/form-section.tsx'
import { CompanyInput } from './company-input.tsx'
import {
  AddressInputs,
  CommonInputs,
  EmailInputs,
  LocationInputs,
  PhoneInputs,
  TrainerInputs,
} from './part-inputs.tsx'
import { RecordCreatePage, RecordEditPage } from './record-pages.tsx'
import { SimilarContacts } from './similar.tsx'

const salutations = ['', 'ms', 'mr'].map((id) => ({ id, name: `contacts.salutation.${id || 'none'}` }))
const types = ['person', 'location'].map((id) => ({ id, name: `contacts.type.${id}` }))

function Fields() {
  const record = useRecordContext()
  const typed = useWatch({ name: 'contactType' }) as string | undefined
  const isLocation = (record?.['contactType'] ?? typed) === 'location'
  return (
    <>
      {!record?.id && (
        <SelectInput
          source="contactType"
          choices={types}
          defaultValue="person"
          helperText={false}
          validate={required()}
        />
      )}
      {isLocation ? (
        <TextInput source="lastName" label="contacts.part.name" validate={required()} helperText={false} />
      ) : (
        <>
          <Row>
            <SelectInput source="salutation" choices={salutations} emptyText="" helperText={false} />
            <TextInput source="title" helperText={false} />
          </Row>
          <Row>
            <TextInput source="firstName" helperText={false} autoComplete="off" />
            <TextInput source="lastName" validate={required()} helperText={false} autoComplete="off" />
          </Row>
          <CompanyInput />
        </>
      )}
      {!record?.id && <SimilarContacts />}
      <EmailInputs />
      <PhoneInputs />
      <AddressInputs withPosition={!isLocation} type={isLocation ? 1 : 2} />
      <CommonInputs />
      {isLocation ? <LocationInputs /> : <TrainerInputs />}
    </>
  )
}

const fresh = { emails: [{ email: '', isDefault: true }] }

export const ContactCreate = () => (
  <RecordCreatePage fresh={fresh}>
    <Fields />
  </RecordCreatePage>
)

export const ContactEdit = () => (
  <RecordEditPage>
    <Fields />
  </RecordEditPage>
)
