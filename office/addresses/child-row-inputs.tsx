// Inputs that the forms of persons, locations and companies share.
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import {
  ArrayInput,
  AutocompleteArrayInput,
  BooleanInput,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
} from 'react-admin'
import { FieldRow, Section } from '../shell/form/form-section.tsx'
import { RichTextInput } from '../shell/form/rich-text-input.tsx'
import { useContactOptions } from './options.ts'

const toText = (value: string | null | undefined): string => value ?? ''

const label = (field: string) => `resources.contacts.fields.${field}`
const phoneTypes = ['phone', 'mobile', 'fax'].map((id) => ({ id, name: `contacts.phoneType.${id}` }))

function ChildRows({
  source,
  inline = false,
  children,
}: {
  source: string
  inline?: boolean
  children: ReactNode
}) {
  return (
    <ArrayInput source={source} label={false}>
      <SimpleFormIterator inline={inline} disableReordering disableClear fullWidth>
        {children}
      </SimpleFormIterator>
    </ArrayInput>
  )
}

export const EmailInputs = () => (
  <Section title="resources.contacts.fields.emails">
    <ChildRows source="emails" inline>
      <TextInput
        source="email"
        type="email"
        label={label('email')}
        validate={required()}
        helperText={false}
      />
      <BooleanInput source="isDefault" label={label('isDefault')} helperText={false} />
    </ChildRows>
  </Section>
)

export const PhoneInputs = () => (
  <Section title="resources.contacts.fields.phones">
    <ChildRows source="phones" inline>
      <SelectInput
        source="type"
        label={label('type')}
        choices={phoneTypes}
        defaultValue="phone"
        validate={required()}
        helperText={false}
      />
      <TextInput source="countryCode" label={label('countryCode')} format={toText} helperText={false} />
      <TextInput source="areaCode" label={label('areaCode')} helperText={false} />
      <TextInput source="number" label={label('number')} validate={required()} helperText={false} />
      <BooleanInput source="isDefault" label={label('isDefault')} helperText={false} />
    </ChildRows>
  </Section>
)

export function AddressInputs({
  withPosition = true,
  addressTypeId = 1,
}: {
  withPosition?: boolean
  addressTypeId?: number
}) {
  const { addressTypes } = useContactOptions()
  const translate = useTranslate()
  const choices = addressTypes.map(({ id, name }) => ({
    id,
    name: translate(`contacts.addressType.${id}`, { _: name }),
  }))
  return (
    <Section title="resources.contacts.fields.addresses">
      <ChildRows source="addresses">
        <FieldRow>
          <SelectInput
            source="addressTypeId"
            label={label('addressTypeId')}
            choices={choices}
            defaultValue={addressTypeId}
            validate={required()}
            helperText={false}
          />
          {withPosition && <TextInput source="position" label={label('position')} helperText={false} />}
          <TextInput source="department" label={label('department')} helperText={false} />
        </FieldRow>
        <FieldRow>
          <TextInput source="street" label={label('street')} helperText={false} />
          <TextInput source="houseNumber" label={label('houseNumber')} helperText={false} />
          <TextInput source="addition" label={label('addition')} helperText={false} />
        </FieldRow>
        <FieldRow>
          <TextInput source="zip" label={label('zip')} helperText={false} />
          <TextInput source="city" label={label('city')} helperText={false} />
          <TextInput source="state" label={label('state')} helperText={false} />
          <TextInput source="country" label={label('country')} helperText={false} />
        </FieldRow>
        <FieldRow>
          <BooleanInput source="isDefault" label={label('isDefault')} helperText={false} />
          <BooleanInput source="isInvoice" label={label('isInvoice')} helperText={false} />
          <BooleanInput source="isInvoiceSend" label={label('isInvoiceSend')} helperText={false} />
          <BooleanInput source="isPostOfficeBox" label={label('isPostOfficeBox')} helperText={false} />
        </FieldRow>
      </ChildRows>
    </Section>
  )
}

const messageLanguages = ['de', 'en'].map((id) => ({ id, name: `contacts.language.${id}` }))

export function CommonInputs() {
  const { categories } = useContactOptions()
  return (
    <Section title="contacts.section.more">
      <AutocompleteArrayInput source="categoryIds" choices={categories} />
      <FieldRow>
        <TextInput source="website" label={label('website')} helperText={false} />
        <SelectInput
          source="language"
          label={label('language')}
          choices={messageLanguages}
          emptyText=""
          helperText={false}
        />
      </FieldRow>
      <TextInput source="comment" label={label('comment')} multiline minRows={2} />
    </Section>
  )
}

const tags = {
  format: (value: string[] | undefined) => (value ?? []).join(', '),
  parse: (value: string) =>
    value
      .split(',')
      .map((one) => one.trimStart())
      .filter((one, index, all) => one !== '' || index === all.length - 1),
}

export const TrainerInputs = () => (
  <Section title="resources.contacts.fields.trainerData">
    <ChildRows source="trainerData">
      <TextInput source="objectives" label={label('objectives')} multiline helperText={false} />
      <TextInput
        source="subCategories"
        label={label('subCategories')}
        {...tags}
        helperText="contacts.byComma"
      />
      <RichTextInput source="descriptionHtml" label={label('descriptionHtml')} />
      <FieldRow>
        <TextInput source="travelExpenses" label={label('travelExpenses')} helperText={false} />
        <TextInput source="misc1" label={label('misc1')} helperText={false} />
        <TextInput source="misc2" label={label('misc2')} helperText={false} />
      </FieldRow>
      <TextInput source="comment" label={label('internal')} multiline helperText={false} />
    </ChildRows>
  </Section>
)

export const LocationInputs = () => (
  <Section title="resources.contacts.fields.locationData">
    <FieldRow>
      <TextInput source="locationLink" label={label('locationLink')} />
      <TextInput source="locationAdditionalField" label={label('locationAdditionalField')} />
    </FieldRow>
    <ChildRows source="locationData">
      <TextInput source="url" label={label('url')} helperText={false} />
      <RichTextInput source="descriptionHtml" label={label('descriptionHtml')} />
      <TextInput source="misc" label={label('misc')} helperText={false} />
      <TextInput source="comment" label={label('internal')} multiline helperText={false} />
    </ChildRows>
  </Section>
)
