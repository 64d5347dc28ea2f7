// Files of the catalogue: all of them, whom each is meant for, and what it is called on the website.
import DownloadIcon from '@mui/icons-material/Download'
import { Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { BooleanInput, required, SelectInput, TextInput, useNotify, useRefresh } from 'react-admin'
import { download, untypedApi } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/app/format.ts'
import { CreatePage, EditPage } from '../../shell/form/edit-page.tsx'
import { RecordForm } from '../../shell/form/record-form.tsx'
import { NumberField } from '../../shell/list/fields.tsx'
import { Column, ListPage } from '../../shell/list/list-page.tsx'
import { WriteToolbar } from '../write-toolbar.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileUpload } from './file-upload.tsx'
import { isPreviewable, type StoredFile } from './files.ts'

function AccessInput(props: { source: string; alwaysOn?: boolean; isRequired?: boolean }) {
  const translate = useTranslate()
  // The whole list: it knows no pages.
  const { data = [] } = useQuery({
    queryKey: ['file-access-rights'],
    queryFn: () => untypedApi<{ id: string; name: string }>('GET', '/file-access-rights'),
  })
  const choices = data.map(({ id, name }) => ({ id, name: translate(`catalogue.access.${id}`, { _: name }) }))
  return (
    <SelectInput
      source={props.source}
      choices={choices}
      {...(props.isRequired ? { validate: required() } : {})}
    />
  )
}

function Access() {
  const translate = useTranslate()
  const right = useRecordContext<StoredFile>()?.access_right ?? ''
  return <span>{right && translate(`catalogue.access.${right}`, { _: right })}</span>
}

function Size() {
  const translate = useTranslate()
  const { fileSize: formatSize } = useFormat()
  const file = useRecordContext<StoredFile>()
  if (!file) return null
  return <span>{file.is_stored ? formatSize(file.size) : translate('catalogue.file.elsewhere')}</span>
}

const filters = [
  <AccessInput key="access" source="access_right" />,
  <BooleanInput key="stored" source="is_stored" />,
]

function Upload() {
  const refresh = useRefresh()
  return useHasRight('100100') ? <FileUpload onUploaded={refresh} /> : null
}

export const FileList = () => (
  <>
    <Stack sx={{ pt: 1.5 }}>
      <Upload />
    </Stack>
    <ListPage sort={{ field: 'name', order: 'ASC' }} filters={filters}>
      <Column source="name" />
      <Column source="access_right">
        <Access />
      </Column>
      <Column source="description" disableSort />
      <Column source="size">
        <Size />
      </Column>
      <Column source="event_count" field={NumberField} />
      <Column source="date_count" field={NumberField} />
    </ListPage>
  </>
)

function Content() {
  const translate = useTranslate()
  const notify = useNotify()
  const file = useRecordContext<StoredFile>()
  if (!file) return null
  if (!file.is_stored)
    return (
      <Typography variant="body2" color="textSecondary">
        {translate('catalogue.file.elsewhereLong')}
      </Typography>
    )
  return (
    <Stack direction="row" spacing={1} sx={{ mb: 1 }}>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        onClick={() =>
          download(`/files/${file.id}/content`).catch((error: Error) =>
            notify(error.message, { type: 'error' }),
          )
        }
      >
        {translate('catalogue.file.download', { name: file.name })}
      </Button>
      {isPreviewable(file) && <FilePreview file={file} />}
    </Stack>
  )
}

function PathInput() {
  const file = useRecordContext<StoredFile>()
  return <TextInput source="path" readOnly={file?.is_stored ?? false} validate={required()} />
}

export const FileEdit = () => (
  <EditPage actions={false}>
    <RecordForm toolbar={<WriteToolbar />}>
      <Content />
      <TextInput source="name" validate={required()} />
      <AccessInput source="access_right" isRequired />
      <TextInput source="description" multiline />
      <PathInput />
    </RecordForm>
  </EditPage>
)

/** A file that another system serves. */
export const FileCreate = () => (
  <CreatePage>
    <RecordForm toolbar={<WriteToolbar />}>
      <TextInput source="name" validate={required()} />
      <AccessInput source="access_right" isRequired />
      <TextInput source="description" multiline />
      <TextInput source="path" validate={required()} helperText="catalogue.file.pathHint" />
    </RecordForm>
  </CreatePage>
)
