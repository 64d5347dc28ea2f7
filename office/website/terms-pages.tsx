// The terms that visitors accept when they book.
import { Tab, Tabs } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { BooleanField, BooleanInput, NumberInput, required, SelectInput, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RichTextInput } from '../shell/form/rich-text-input.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { DateTimeField, NumberField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'
import { ClientInput } from './client-input.tsx'

const audiences = ['everyone', 'consumers', 'businesses'].map((id) => ({
  id,
  name: `website.terms.audience.${id}`,
}))

/** The texts in both languages. */
function Texts() {
  const translate = useTranslate()
  const [language, setLanguage] = useState<'de' | 'en'>('de')
  return (
    <>
      <Tabs
        value={language}
        onChange={(_event, next) => setLanguage(next)}
        aria-label={translate('website.terms.language')}
      >
        <Tab value="de" label={translate('website.terms.german')} />
        <Tab value="en" label={translate('website.terms.english')} />
      </Tabs>
      {language === 'de' ? (
        <>
          <TextInput key="title" source="title" validate={required()} />
          <RichTextInput key="body" source="body" />
        </>
      ) : (
        <>
          <TextInput key="titleEn" source="titleEn" helperText="website.terms.englishHelp" />
          <RichTextInput key="bodyEn" source="bodyEn" />
        </>
      )}
    </>
  )
}

const Fields = () => (
  <>
    <Texts />
    <ClientInput />
    <SelectInput source="audience" choices={audiences} validate={required()} />
    <BooleanInput source="mustBeAccepted" helperText="website.terms.mustBeAcceptedHelp" />
    <BooleanInput source="isActive" />
    <NumberInput source="position" step={1} />
  </>
)

const Column = columnOf<RowOf<'terms-documents'>>()

export const TermsList = () => (
  <ListPage sort={{ field: 'position', order: 'ASC' }}>
    <Column source="position" field={NumberField} />
    <Column source="title" />
    <Column source="mustBeAccepted" field={BooleanField} disableSort />
    <Column source="isActive" field={BooleanField} disableSort />
    <Column source="textVersion" field={NumberField} disableSort />
    <Column source="textChangedAt" field={DateTimeField} disableSort />
  </ListPage>
)
export const TermsCreate = () => (
  <CreatePage>
    <RecordForm
      defaultValues={{ clientId: 0, audience: 'everyone', mustBeAccepted: true, isActive: true, position: 0 }}
    >
      <Fields />
    </RecordForm>
  </CreatePage>
)
export const TermsEdit = () => (
  <EditPage>
    <RecordForm>
      <Fields />
    </RecordForm>
    <RecordHistory subject="terms_document" />
  </EditPage>
)
