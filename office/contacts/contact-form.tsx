import { useRecordContext } from 'ra-core'
import { required, SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { isLocation, typesOf } from '../../server/addresses/contact-types.ts'
import {
  AddressInputs,
  CommonInputs,
  EmailInputs,
  LocationInputs,
  PhoneInputs,
  TrainerInputs,
} from '../addresses/child-row-inputs.tsx'
import { RecordCreatePage, RecordEditPage } from '../addresses/record-pages.tsx'
import { SimilarContacts } from '../addresses/similar-contacts.tsx'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { FieldRow } from '../shell/form/form-section.tsx'
import { CompanyInput } from './company-input.tsx'

const salutations = ['', 'ms', 'mr'].map((id) => ({ id, name: `contacts.salutation.${id || 'none'}` }))
const types = typesOf('contacts').map((id) => ({ id, name: `contacts.type.${id}` }))

function Fields() {
  const record = useRecordContext<Partial<RecordOf<'contacts'>>>()
  const selectedType: string | undefined = useWatch({ name: 'contactType' })
  const ofLocation = isLocation(record?.contactType ?? selectedType ?? '')
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
      {ofLocation ? (
        <TextInput
          source="lastName"
          label="resources.contacts.fields.name"
          validate={required()}
          helperText={false}
        />
      ) : (
        <>
          <FieldRow>
            <SelectInput source="salutation" choices={salutations} emptyText="" helperText={false} />
            <TextInput source="title" helperText={false} />
          </FieldRow>
          <FieldRow>
            <TextInput source="firstName" helperText={false} autoComplete="off" />
            <TextInput source="lastName" validate={required()} helperText={false} autoComplete="off" />
          </FieldRow>
          <CompanyInput />
        </>
      )}
      {!record?.id && <SimilarContacts />}
      <EmailInputs />
      <PhoneInputs />
      <AddressInputs withPosition={!ofLocation} addressTypeId={ofLocation ? 1 : 2} />
      <CommonInputs />
      {ofLocation ? <LocationInputs /> : <TrainerInputs />}
    </>
  )
}

const newContactDefaults = { emails: [{ email: '', isDefault: true }] }

export const ContactCreate = () => (
  <RecordCreatePage defaultValues={newContactDefaults}>
    <Fields />
  </RecordCreatePage>
)

export const ContactEdit = () => (
  <RecordEditPage>
    <Fields />
  </RecordEditPage>
)
