// The page of a key: its dates and its origins, a preview, code to copy; beside them its requests and changes. The form is behind Edit.
import { Alert, Card, Chip, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { CodeToCopy } from '../shell/page/code-to-copy.tsx'
import { Facts, TextFact } from '../shell/page/facts.tsx'
import { BackLink, EditLink, PageHead } from '../shell/page/page-head.tsx'
import { ChangesPart, PageColumns, PagePart } from '../shell/page/page-layout.tsx'
import { RecordPage } from '../shell/page/record-page.tsx'
import { KeyForm, withoutEmptyLines } from './key-form.tsx'
import { KeyPreview } from './key-preview.tsx'
import { KeyRequests } from './key-requests.tsx'
import { useKeySettings } from './key-settings.ts'
import { curlOf, useHtmlSnippet, widgetOf } from './key-snippet.ts'

type Key = RecordOf<'website-keys'>

function Heading({ record, children }: { record: Key; children: ReactNode }) {
  const translate = useTranslate()
  const { kind } = useKeySettings(record)
  return (
    <PageHead
      title={record.name || `#${record.id}`}
      detail={record.clientName}
      chips={
        <>
          <Chip size="small" variant="outlined" label={kind} />
          {record.revokedAt && (
            <Chip size="small" variant="outlined" color="error" label={translate('website.key.revoked')} />
          )}
        </>
      }
    >
      {children}
    </PageHead>
  )
}

function KeyFacts({ record }: { record: Key }) {
  const format = useFormat()
  const { origins, catalogues, seats } = useKeySettings(record)
  return (
    <Facts>
      {record.key && <TextFact label="website.key.key" text={record.key} />}
      <TextFact label="resources.website-keys.fields.origins" text={origins} />
      <TextFact label="resources.website-keys.fields.catalogueIds" text={catalogues} />
      <TextFact label="website.key.seats" text={seats} />
      <TextFact label="resources.website-keys.fields.createdAt" text={format.dateTime(record.createdAt)} />
      {record.revokedAt && (
        <TextFact label="resources.website-keys.fields.revokedAt" text={format.dateTime(record.revokedAt)} />
      )}
    </Facts>
  )
}

const RevokeButton = ({ id }: { id: number }) => (
  <ConfirmButton
    label="website.key.revoke"
    title="website.key.revokeTitle"
    text="website.key.revokeText"
    color="error"
    onConfirm={() => api('POST', '/website-keys/{keyId}/revoke', { params: { keyId: id } })}
    success="website.key.revokedNow"
    refresh="page"
  />
)

function WidgetSnippet({ record: { key } }: { record: Key }) {
  const translate = useTranslate()
  return (
    <PagePart title="website.snippet.widget">
      <Typography gutterBottom>{translate('website.snippet.widgetText')}</Typography>
      <CodeToCopy code={widgetOf(key)} label="website.snippet.copyWidget" />
    </PagePart>
  )
}

function HtmlSnippet({ record: { key, origins } }: { record: Key }) {
  const translate = useTranslate()
  const code = useHtmlSnippet(key)
  return (
    <PagePart title="website.snippet.page">
      <Typography gutterBottom>
        {translate(origins.length > 0 ? 'website.snippet.pageOn' : 'website.snippet.pageAnywhere', {
          origins: origins.join(', '),
        })}
      </Typography>
      <CodeToCopy code={code} label="website.snippet.copyPage" />
    </PagePart>
  )
}

function CurlSnippet({ apiKey }: { apiKey: string }) {
  const translate = useTranslate()
  return (
    <PagePart title="website.snippet.call">
      {apiKey === '' && <Typography gutterBottom>{translate('website.snippet.secret')}</Typography>}
      <CodeToCopy code={curlOf(apiKey)} label="website.snippet.copyCall" />
    </PagePart>
  )
}

function Uses({ record }: { record: Key }) {
  const translate = useTranslate()
  const { id, version, key, revokedAt } = record
  if (revokedAt) return <Alert severity="warning">{translate('website.key.revokedHelp')}</Alert>
  return (
    <>
      {key === '' ? (
        <Alert severity="info">{translate('website.preview.secret')}</Alert>
      ) : (
        <>
          <KeyPreview id={id} version={version} apiKey={key} />
          <WidgetSnippet record={record} />
          <HtmlSnippet record={record} />
        </>
      )}
      <CurlSnippet apiKey={key} />
    </>
  )
}

const Workplace = ({ record }: { record: Key }) => (
  <Stack spacing={1.5}>
    <Card sx={{ p: 2 }}>
      <Stack spacing={2}>
        <Heading record={record}>
          {!record.revokedAt && (
            <>
              <EditLink mayEdit />
              <RevokeButton id={record.id} />
            </>
          )}
        </Heading>
        <KeyFacts record={record} />
      </Stack>
    </Card>
    <PageColumns
      aside={
        <>
          <KeyRequests {...record} />
          <ChangesPart key={record.version} subject="website_key" id={record.id} />
        </>
      }
    >
      <Uses record={record} />
    </PageColumns>
  </Stack>
)

export const KeyPage = () => (
  <RecordPage<Key>
    transform={withoutEmptyLines}
    heading={(record) => (
      <Heading record={record}>
        <BackLink />
      </Heading>
    )}
    form={<KeyForm />}
    page={(record) => <Workplace record={record} />}
  />
)
