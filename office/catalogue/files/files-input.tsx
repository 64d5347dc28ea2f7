// The files of a record: upload, choose an existing file, preview, remove.
import DeleteIcon from '@mui/icons-material/Close'
import DownloadIcon from '@mui/icons-material/Download'
import EditIcon from '@mui/icons-material/Edit'
import { Alert, Chip, IconButton, Stack, TableCell, TableRow } from '@mui/material'
import { useInput, useTranslate } from 'ra-core'
import { useGetMany } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useAction } from '../../shell/api/action.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'
import { PlainTable } from '../../shell/list/plain-table.tsx'
import { FilePicker } from './file-picker.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileUpload } from './file-upload.tsx'
import { downloadFile, isPreviewable, type StoredFile } from './files.ts'

export function FilesInput({ source }: { source: string }) {
  const translate = useTranslate()
  const { run: startDownload } = useAction(downloadFile)
  const { fileSize: formatSize } = useFormat()
  const mayWrite = useHasRight('catalogue:edit')
  const { field, fieldState } = useInput({ source, defaultValue: [] })
  const ids: number[] = Array.isArray(field.value) ? field.value : []
  const { data = [] } = useGetMany<StoredFile>('files', { ids }, { enabled: ids.length > 0 })
  const files = data.filter((file) => file !== undefined && ids.includes(file.id))
  const setIds = (next: readonly number[]): void =>
    field.onChange([...new Set(next)].toSorted((a, b) => a - b))
  return (
    <Stack spacing={1.5} sx={{ width: '100%' }}>
      {fieldState.error?.message && <Alert severity="error">{fieldState.error.message}</Alert>}
      {files.length > 0 && (
        <PlainTable
          columns={[
            'resources.files.fields.name',
            'resources.files.fields.accessRight',
            'resources.files.fields.description',
            'resources.files.fields.size',
            'catalogue.file.actions',
          ]}
          numbers={['resources.files.fields.size']}
        >
          {files.map((file) => (
            <TableRow key={file.id}>
              <TableCell component="th" scope="row">
                {file.name || file.path}
              </TableCell>
              <TableCell>
                <Chip
                  size="small"
                  label={translate(`catalogue.access.${file.accessRight}`, { _: file.accessRight })}
                />
              </TableCell>
              <TableCell>{file.description}</TableCell>
              <TableCell align="right">
                {file.isStored ? formatSize(file.size) : translate('catalogue.file.notStored')}
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {isPreviewable(file) && <FilePreview file={file} />}
                {file.isStored && (
                  <IconButton
                    size="small"
                    aria-label={translate('catalogue.file.download', { name: file.name })}
                    onClick={() => startDownload(file.id)}
                  >
                    <DownloadIcon fontSize="small" />
                  </IconButton>
                )}
                <IconButton
                  size="small"
                  component={RouterLink}
                  to={`/files/${file.id}`}
                  aria-label={translate('catalogue.file.edit', { name: file.name })}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={translate('catalogue.file.remove', { name: file.name })}
                  onClick={() => setIds(ids.filter((id) => id !== file.id))}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </TableCell>
            </TableRow>
          ))}
        </PlainTable>
      )}
      {mayWrite && (
        <>
          <FileUpload onUploaded={(uploaded) => setIds([...ids, ...uploaded.map(({ id }) => id)])} />
          <FilePicker excludedIds={ids} onChosen={(id) => setIds([...ids, id])} />
        </>
      )}
    </Stack>
  )
}
