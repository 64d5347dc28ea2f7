// The settings of the pages for visitors, with the pages as they are saved.
import { Alert, Box, Link, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RecordContextProvider, ResourceContextProvider, useTranslate } from 'ra-core'
import { Form, required, SaveButton, SelectInput, TextInput, Title, useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { changedFields } from '../shell/api/changed-fields.ts'
import type { Values } from '../shell/api/conflict.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { saveWithConflictCheck } from '../shell/api/save-with-conflict-check.ts'
import { FocusAfterSaving } from '../shell/form/focus-after-saving.tsx'
import { FieldRow } from '../shell/form/form-section.tsx'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'
import { RecordInput } from '../shell/form/reference-inputs.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { ReadinessCard } from './readiness-card.tsx'

type Pages = Answer<'GET', '/website-pages'>

const resource = 'website-pages'
const queryKey = [resource]
const loadPages = async (): Promise<Pages> => (await api('GET', '/website-pages'))[0]!

const addressForms = ['formal', 'informal'].map((id) => ({ id, name: `website.pages.addressForm.${id}` }))
const startPages = ['dates', 'office'].map((id) => ({ id, name: `website.pages.startPage.${id}` }))
const fonts = ['system', 'inter', 'serif', 'rounded'].map((id) => ({ id, name: `website.pages.font.${id}` }))

/** The keys that a page may have. */
const usableKeys = { isRevoked: false, isSecret: false }

function useSave(pages: Pages) {
  const client = useQueryClient()
  const notify = useNotify()
  return useAction(
    (values: Values) => {
      const yours = changedFields(values, pages)
      return saveWithConflictCheck(
        {
          resource,
          subject: 'website_pages',
          id: pages.id,
          before: pages,
          yours,
          read: loadPages,
          onTheirsChosen: (theirs) => client.setQueryData(queryKey, theirs),
        },
        (version) => api('PATCH', '/website-pages', { body: { ...yours, version: Number(version) } }),
      )
    },
    {
      success: 'settings.saved',
      refresh: [queryKey],
      onError(error) {
        // Otherwise the form would read the record again, and not ask the next time.
        if (error.isDecision) notify(error.message, { type: 'info' })
        return error.isDecision
      },
    },
  )
}

function LetterheadHint({ clientId, clientName }: Pages) {
  const translate = useTranslate()
  return (
    <Typography color="textSecondary" sx={{ mb: 2 }}>
      {translate('website.pages.letterhead')}
      {clientId !== 0 && (
        <>
          {' '}
          <Link component={RouterLink} to={`/letterheads/${clientId}`} underline="always">
            {translate('website.pages.openLetterhead', { name: clientName })}
          </Link>
        </>
      )}
    </Typography>
  )
}

/** The input of a text in German, and that of the text in English beside it. */
const BilingualInput = ({ source, helperText }: { source: string; helperText: string }) => (
  <FieldRow>
    <TextInput source={source} multiline minRows={2} helperText={helperText} />
    <TextInput source={`${source}En`} multiline minRows={2} helperText="website.pages.introEnHelp" />
  </FieldRow>
)

function SettingsForm({ pages }: { pages: Pages }) {
  const { submit } = useSave(pages)
  return (
    <Form onSubmit={submit} record={pages} warnWhenUnsavedChanges noValidate>
      <RecordInput
        source="keyId"
        reference="website-keys"
        filter={usableKeys}
        helperText="website.pages.keyHelp"
      />
      <LetterheadHint {...pages} />
      <FieldRow>
        <SelectInput
          source="addressForm"
          choices={addressForms}
          validate={required()}
          helperText="website.pages.addressFormHelp"
        />
        <SelectInput
          source="font"
          choices={fonts}
          validate={required()}
          helperText="website.pages.fontHelp"
        />
      </FieldRow>
      <SelectInput
        source="startPage"
        choices={startPages}
        validate={required()}
        helperText="website.pages.startPageHelp"
      />
      <TextInput source="intro" multiline minRows={3} helperText="website.pages.introHelp" />
      <TextInput source="introEn" multiline minRows={3} helperText="website.pages.introEnHelp" />
      <BilingualInput source="formText" helperText="website.pages.introHelp" />
      <BilingualInput source="bookedText" helperText="website.pages.introHelp" />
      <BilingualInput source="vatExemption" helperText="website.pages.vatExemptionHelp" />
      <BilingualInput source="vatNote" helperText="website.pages.vatNoteHelp" />
      <BilingualInput source="paymentText" helperText="website.pages.paymentTextHelp" />
      <ClearUnregisteredErrors />
      <FocusAfterSaving />
      <SaveButton />
    </Form>
  )
}

function Preview({ version }: { version: number }) {
  const translate = useTranslate()
  return (
    <>
      <Link href="/dates" target="_blank" rel="noopener">
        {translate('website.pages.open')}
      </Link>
      {/* Its styles and logo are of this origin, which an opaque one could not load. */}
      <Box
        component="iframe"
        key={version}
        src="/dates"
        sandbox="allow-same-origin"
        title={translate('website.pages.preview')}
        sx={{ mt: 1, width: '100%', height: 640, border: 1, borderColor: 'divider', bgcolor: '#fff' }}
      />
    </>
  )
}

function PreviewPart({ pages: { keyId, areOn, version } }: { pages: Pages }) {
  const translate = useTranslate()
  return (
    <Box component="section" aria-labelledby="preview-title" sx={{ flex: '1 1 420px', minWidth: 0 }}>
      <Typography variant="h3" component="h2" id="preview-title" gutterBottom>
        {translate('website.pages.preview')}
      </Typography>
      {areOn ? (
        <Preview version={version} />
      ) : (
        <Alert severity={keyId === 0 ? 'info' : 'warning'}>
          {translate(keyId === 0 ? 'website.pages.off' : 'website.pages.revoked')}
        </Alert>
      )}
    </Box>
  )
}

export function PagesPage() {
  const { data: pages } = useQuery({ queryKey, queryFn: loadPages })
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="resources.website-pages.name" />
      {pages && (
        <ResourceContextProvider value={resource}>
          <RecordContextProvider value={pages}>
            <ReadinessCard version={pages.version} />
            <Stack direction="row" useFlexGap spacing={3} sx={{ flexWrap: 'wrap', p: 2 }}>
              <Box sx={{ flex: '1 1 360px', minWidth: 0 }}>
                <SettingsForm pages={pages} />
              </Box>
              <PreviewPart pages={pages} />
            </Stack>
            <RecordHistory subject="website_pages" />
          </RecordContextProvider>
        </ResourceContextProvider>
      )}
    </Box>
  )
}
