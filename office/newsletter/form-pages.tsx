// Newsletter forms: the effect of a sign-up, and the request of the website.
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import {
  AutocompleteArrayInput,
  BooleanField,
  BooleanInput,
  ReferenceArrayInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { BodyInput, Placeholders } from '../settings/body-input.tsx'
import { TemplatePreview } from '../settings/template-preview.tsx'
import type { RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { RecordForm } from '../shell/form/record-form.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { useFormat } from '../shell/language/format.ts'
import { NumberField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'
import { TechnicalDetails } from '../shell/page/technical-details.tsx'
import { Snippet } from './snippet.tsx'

const Column = columnOf<RowOf<'newsletter-forms'>>()

/** The double opt-in mail: its text and a preview. */
function ConfirmationMail() {
  const translate = useTranslate()
  if (!useWatch({ name: 'doubleOptIn' })) return null
  return (
    <Box component="section" aria-labelledby="confirmation-mail" sx={{ width: '100%', mt: 2 }}>
      <Typography variant="h2" id="confirmation-mail" gutterBottom>
        {translate('newsletter.mail')}
      </Typography>
      <Typography color="textSecondary" gutterBottom>
        {translate('newsletter.mailHelp')}
      </Typography>
      <Placeholders more={{ link: translate('newsletter.link') }} />
      <TextInput source="mailSubject" />
      <BodyInput source="mailBody" />
      <TemplatePreview subject="mailSubject" body="mailBody" doubleOptIn />
    </Box>
  )
}

const Fields = () => (
  <>
    <TextInput source="name" validate={required()} />
    <ReferenceInput source="clientId" reference="clients" perPage={1000}>
      <SelectInput optionText="name" validate={required()} />
    </ReferenceInput>
    <ReferenceArrayInput source="categoryIds" reference="contact-categories" perPage={1000}>
      <AutocompleteArrayInput optionText="name" helperText="newsletter.categoriesHelp" />
    </ReferenceArrayInput>
    <BooleanInput source="doubleOptIn" helperText="newsletter.doubleOptInHelp" />
    <BooleanInput source="lastNameRequired" />
    <ConfirmationMail />
  </>
)

export const FormList = () => (
  <ListPage
    sort={{ field: 'name', order: 'ASC' }}
    actions={
      <Button component={Link} to="/newsletter-consents" size="small">
        <ConsentsText />
      </Button>
    }
  >
    <Column source="name" />
    <Column source="clientName" disableSort />
    <Column source="doubleOptIn" disableSort field={BooleanField} />
    <Column source="signUpCount" field={NumberField} />
    <Column source="recentCount" field={NumberField} disableSort />
  </ListPage>
)

function ConsentsText() {
  return <>{useTranslate()('newsletter.consents')}</>
}

export const FormCreate = () => (
  <CreatePage>
    <RecordForm defaultValues={{ doubleOptIn: true, lastNameRequired: false, categoryIds: [] }}>
      <Fields />
    </RecordForm>
  </CreatePage>
)

function FormFooter() {
  const translate = useTranslate()
  const format = useFormat()
  const form = useRecordContext<RecordOf<'newsletter-forms'>>()
  if (!form) return null
  const counts = translate('newsletter.counts', {
    smart_count: form.signUpCount,
    recent: format.number(form.recentCount),
    confirmed: format.number(form.confirmedCount),
  })
  return (
    <Stack spacing={2} sx={{ px: 2, pb: 2 }}>
      <Alert
        severity="info"
        action={
          <Button
            component={Link}
            to={`/newsletter-consents?filter=${encodeURIComponent(JSON.stringify({ formId: form.id }))}`}
            color="inherit"
          >
            {translate('newsletter.show')}
          </Button>
        }
      >
        {counts}
      </Alert>
      <TechnicalDetails>
        <Snippet formId={form.id} lastName={form.lastNameRequired} />
      </TechnicalDetails>
      <Box>
        <Typography variant="h2" gutterBottom>
          {translate('shell.changes.title')}
        </Typography>
        <ChangesPanel subject="newsletter_form" id={form.id} />
      </Box>
    </Stack>
  )
}

export const FormEdit = () => (
  <EditPage>
    <RecordForm>
      <Fields />
    </RecordForm>
    <FormFooter />
  </EditPage>
)
