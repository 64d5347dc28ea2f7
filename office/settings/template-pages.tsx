// Communication templates with a preview.
import RulesIcon from '@mui/icons-material/RuleOutlined'
import { Translate } from 'ra-core'
import { required, TextInput } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { RecordForm } from '../shell/form/record-form.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'
import { BuiltInTemplates } from './built-in-templates.tsx'
import { TemplateTexts } from './template-texts.tsx'

const Fields = () => (
  <>
    <TextInput source="name" validate={required()} />
    <TemplateTexts />
  </>
)

const Column = columnOf<RowOf<'communication-templates'>>()

function RulesButton() {
  if (!useHasRight('catalogue:edit')) return null
  return (
    <ToolbarButton icon={<RulesIcon />} to="/message-rules">
      <Translate i18nKey="messages.rules.title" />
    </ToolbarButton>
  )
}

export const TemplateList = () => (
  <>
    <ListPage sort={{ field: 'name', order: 'ASC' }} actions={<RulesButton />}>
      <Column source="name" />
      <Column source="subject" />
    </ListPage>
    <BuiltInTemplates />
  </>
)
export const TemplateCreate = () => (
  <CreatePage>
    <RecordForm>
      <Fields />
    </RecordForm>
  </CreatePage>
)
export const TemplateEdit = () => (
  <EditPage>
    <RecordForm>
      <Fields />
    </RecordForm>
    <RecordHistory subject="communication_template" />
  </EditPage>
)
