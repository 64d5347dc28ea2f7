// The list and the pages of files.
import DownloadIcon from '@mui/icons-material/Download'
import { Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRecordContext, useTranslate } from 'ra-core'
import { required, SelectInput, TextInput, useRefresh } from 'react-admin'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { RecordForm } from '../../shell/form/record-form.tsx'
import { useFormat } from '../../shell/language/format.ts'
import { NumberField } from '../../shell/list/fields.tsx'
import { type FilterProps, SelectFilter, YesNoFilter } from '../../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../../shell/page/edit-page.tsx'
import { WriteToolbar } from '../write-toolbar.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileUpload } from './file-upload.tsx'
import { downloadFile, isPreviewable, type StoredFile } from './files.ts'

const Column = columnOf<StoredFile>()

function useAccessChoices() {
  const translate = useTranslate()
  const { data = [] } = useQuery({
    queryKey: ['file-access-rights'],
    queryFn: () => api('GET', '/file-access-rights'),
  })
  return data.map(({ id, name }) => ({ id, name: translate(`catalogue.access.${id}`, { _: name }) }))
}

const AccessInput = ({ source }: { source: string }) => (
  <SelectInput source={source} choices={useAccessChoices()} validate={required()} />
)
const AccessFilter = (props: FilterProps) => <SelectFilter {...props} choices={useAccessChoices()} />

function Access() {
  const translate = useTranslate()
  const right = useRecordContext<StoredFile>()?.accessRight ?? ''
  return <span>{right && translate(`catalogue.access.${right}`, { _: right })}</span>
}

function Size() {
  const translate = useTranslate()
  const { fileSize: formatSize } = useFormat()
  const file = useRecordContext<StoredFile>()
  if (!file) return null
  return <span>{file.isStored ? formatSize(file.size) : translate('catalogue.file.notStored')}</span>
}

const filters = [
  <AccessFilter key="access" source="accessRight" />,
  <YesNoFilter key="stored" source="isStored" />,
]

function Upload() {
  const refresh = useRefresh()
  return useHasRight('catalogue:edit') ? <FileUpload onUploaded={refresh} /> : null
}

export const FileList = () => (
  <>
    <Stack sx={{ pt: 1.5 }}>
      <Upload />
    </Stack>
    <ListPage sort={{ field: 'name', order: 'ASC' }} filters={filters}>
      <Column source="name" />
      <Column source="accessRight">
        <Access />
      </Column>
      <Column source="description" disableSort />
      <Column source="size">
        <Size />
      </Column>
      <Column source="eventCount" field={NumberField} />
      <Column source="dateCount" field={NumberField} />
    </ListPage>
  </>
)

function Content() {
  const translate = useTranslate()
  const { run: startDownload } = useAction(downloadFile)
  const file = useRecordContext<StoredFile>()
  if (!file) return null
  if (!file.isStored)
    return (
      <Typography variant="body2" color="textSecondary">
        {translate('catalogue.file.notStoredHint')}
      </Typography>
    )
  return (
    <Stack direction="row" spacing={1} sx={{ mb: 1 }}>
      <Button variant="outlined" startIcon={<DownloadIcon />} onClick={() => startDownload(file.id)}>
        {translate('catalogue.file.download', { name: file.name })}
      </Button>
      {isPreviewable(file) && <FilePreview file={file} />}
    </Stack>
  )
}

function PathInput() {
  const file = useRecordContext<StoredFile>()
  return <TextInput source="path" readOnly={file?.isStored ?? false} validate={required()} />
}

export const FileEdit = () => (
  <EditPage actions={false}>
    <RecordForm toolbar={<WriteToolbar />}>
      <Content />
      <TextInput source="name" validate={required()} />
      <AccessInput source="accessRight" />
      <TextInput source="description" multiline />
      <PathInput />
    </RecordForm>
  </EditPage>
)

/** A file stored elsewhere. */
export const FileCreate = () => (
  <CreatePage>
    <RecordForm toolbar={<WriteToolbar />}>
      <TextInput source="name" validate={required()} />
      <AccessInput source="accessRight" />
      <TextInput source="description" multiline />
      <TextInput source="path" validate={required()} helperText="catalogue.file.pathHint" />
    </RecordForm>
  </CreatePage>
)
