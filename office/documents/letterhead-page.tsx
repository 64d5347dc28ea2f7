// The letterhead of a client, with a preview of the entries.
import { Box, Button, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { FieldRow } from '../shell/form/form-section.tsx'
import { RecordForm, saveOnly } from '../shell/form/record-form.tsx'
import { EditPage } from '../shell/page/edit-page.tsx'
import { ColorInput } from './color-input.tsx'
import { LetterheadPreview } from './letterhead-preview.tsx'
import { LogoInput } from './logo-input.tsx'

type Letterhead = RecordOf<'letterheads'>

function PageTitle() {
  const translate = useTranslate()
  const letterhead = useRecordContext<Letterhead>()
  return letterhead ? translate('documents.letterhead.title', { name: letterhead.clientName }) : null
}

function BackButton() {
  const translate = useTranslate()
  const letterhead = useRecordContext<Letterhead>()
  return (
    <Button component={RouterLink} size="small" to={`/clients/${letterhead?.id}`} sx={{ alignSelf: 'start' }}>
      {translate('documents.letterhead.back')}
    </Button>
  )
}

const Fields = () => (
  <Stack sx={{ flex: '1 1 360px', minWidth: 0 }}>
    <BackButton />
    <LogoInput />
    <TextInput source="addressLines" multiline minRows={3} helperText="documents.letterhead.linesHelp" />
    <FieldRow>
      <TextInput source="phone" />
      <TextInput source="email" type="email" />
      <TextInput source="website" />
    </FieldRow>
    <TextInput source="footerLines" multiline minRows={2} helperText="documents.letterhead.linesHelp" />
    <ColorInput />
    <TextInput source="signatory" helperText="documents.letterhead.signatoryHelp" />
    <TextInput source="senderName" helperText="documents.letterhead.senderNameHelp" />
    <TextInput source="senderAddress" type="email" helperText="documents.letterhead.senderAddressHelp" />
  </Stack>
)

function Preview() {
  const translate = useTranslate()
  const letterhead = useRecordContext<Letterhead>()
  return (
    <Box component="section" aria-labelledby="preview-title" sx={{ flex: '1 1 420px', minWidth: 0 }}>
      <Typography variant="h3" component="h2" id="preview-title" sx={{ mb: 1 }}>
        {translate('documents.letterhead.preview')}
      </Typography>
      {letterhead && <LetterheadPreview clientId={letterhead.id} />}
    </Box>
  )
}

export const LetterheadPage = () => (
  <EditPage title={<PageTitle />} actions={false}>
    <RecordForm toolbar={saveOnly}>
      <Stack direction="row" useFlexGap spacing={3} sx={{ flexWrap: 'wrap', width: '100%' }}>
        <Fields />
        <Preview />
      </Stack>
    </RecordForm>
  </EditPage>
)
