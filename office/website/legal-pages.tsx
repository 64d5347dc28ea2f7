// Imprint, privacy policy and accessibility statement: an address elsewhere, or a text that the pages for visitors show.
import { useRecordContext, useTranslate } from 'ra-core'
import { required, SelectInput, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RichTextInput } from '../shell/form/rich-text-input.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'
import { ClientInput } from './client-input.tsx'

type LegalPage = RowOf<'legal-pages'>

const kinds = ['imprint', 'privacy', 'accessibility'].map((id) => ({ id, name: `website.legal.kind.${id}` }))

const Fields = () => (
  <>
    <SelectInput source="kind" choices={kinds} validate={required()} />
    <ClientInput />
    <TextInput
      source="url"
      type="url"
      placeholder="https://www.example.org/impressum"
      helperText="website.legal.urlHelp"
    />
    <RichTextInput source="body" />
    <RichTextInput source="bodyEn" />
  </>
)

function KindField(_: { label?: string }) {
  const translate = useTranslate()
  const page = useRecordContext<LegalPage>()
  return page ? translate(`website.legal.kind.${page.kind}`) : null
}

/** The address, or what is shown instead. */
function PlaceField(_: { label?: string }) {
  const translate = useTranslate()
  const page = useRecordContext<LegalPage>()
  if (!page) return null
  return page.url || translate(`website.legal.${page.isDraft ? 'draft' : page.body ? 'ownText' : 'empty'}`)
}

const Column = columnOf<LegalPage>()

export const LegalList = () => (
  <ListPage sort={{ field: 'kind', order: 'ASC' }}>
    <Column source="kind">
      <KindField />
    </Column>
    <Column source="clientName" disableSort />
    <Column source="url" disableSort>
      <PlaceField />
    </Column>
  </ListPage>
)
export const LegalCreate = () => (
  <CreatePage>
    <RecordForm defaultValues={{ kind: 'imprint', clientId: 0, url: '', body: '', bodyEn: '' }}>
      <Fields />
    </RecordForm>
  </CreatePage>
)
export const LegalEdit = () => (
  <EditPage>
    <RecordForm>
      <Fields />
    </RecordForm>
    <RecordHistory subject="legal_page" />
  </EditPage>
)
