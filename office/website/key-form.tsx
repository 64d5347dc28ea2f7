// The forms of a key: a new one, and the settings of an existing one.
import {
  BooleanInput,
  RadioButtonGroupInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useRedirect,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { SecretCreate } from '../access/secret-create.tsx'
import { CataloguesInput } from '../catalogue/dates/reference-inputs.tsx'
import type { Answer } from '../shell/api/endpoints.ts'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { RecordArrayInput } from '../shell/form/reference-inputs.tsx'

const toLines = (origins: readonly string[] | undefined): string => (origins ?? []).join('\n')
const fromLines = (text: string): string[] => text.split('\n')

/** The origins for the server: one for each line that is not empty. A secret key has none. */
export const withoutEmptyLines = <V extends { origins?: string[]; isSecret?: boolean }>(values: V): V => ({
  ...values,
  origins: values.isSecret ? [] : (values.origins ?? []).map((line) => line.trim()).filter(Boolean),
})

function Settings() {
  const isSecret: boolean = useWatch({ name: 'isSecret' }) ?? false
  const showsAllClients: boolean = useWatch({ name: 'showsAllClients' }) ?? false
  return (
    <>
      {!isSecret && (
        <TextInput
          source="origins"
          multiline
          minRows={2}
          format={toLines}
          parse={fromLines}
          helperText="website.key.originsHelp"
          placeholder="https://www.example.org"
        />
      )}
      <CataloguesInput source="catalogueIds" helperText="website.key.cataloguesHelp" />
      <BooleanInput source="showsAllClients" />
      {!showsAllClients && (
        <RecordArrayInput
          source="furtherClientIds"
          reference="clients"
          helperText="website.key.furtherClientsHelp"
        />
      )}
      <BooleanInput source="hidesSeats" helperText="website.key.hidesSeatsHelp" />
    </>
  )
}

const kinds = [
  { id: false, name: 'website.key.publishableLong' },
  { id: true, name: 'website.key.secretLong' },
]

// Radio buttons have texts as values.
const toBoolean = (value: unknown): boolean => String(value) === 'true'

export function KeyCreate() {
  const redirect = useRedirect()
  return (
    <SecretCreate<Answer<'POST', '/website-keys'>>
      title="website.key.onceTitle"
      text="website.key.onceText"
      label="website.key.key"
      secretOf={({ secret }) => secret}
      onCreated={({ id }) => redirect('edit', 'website-keys', id)}
      transform={withoutEmptyLines}
      defaultValues={{
        isSecret: false,
        origins: [],
        catalogueIds: [],
        hidesSeats: false,
        furtherClientIds: [],
        showsAllClients: false,
      }}
    >
      <TextInput source="name" validate={required()} helperText="website.key.nameHelp" />
      <ReferenceInput source="clientId" reference="clients" perPage={1000}>
        <SelectInput optionText="name" validate={required()} />
      </ReferenceInput>
      <RadioButtonGroupInput source="isSecret" choices={kinds} row={false} parse={toBoolean} />
      <Settings />
    </SecretCreate>
  )
}

export const KeyForm = () => (
  <RecordForm toolbar={saveOnly}>
    <TextInput source="name" validate={required()} helperText="website.key.nameHelp" />
    <Settings />
  </RecordForm>
)
