// The attachments of a task: preview, download, upload.
import DownloadIcon from '@mui/icons-material/Download'
import UploadIcon from '@mui/icons-material/UploadFile'
import PreviewIcon from '@mui/icons-material/VisibilityOutlined'
import { Alert, Box, Button, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api, download } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useHasRight, useSession } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { AttachmentPreview } from './attachment-preview.tsx'

/** Uploads files to a task, one after the other; a file that fails does not stop the others. */
function useUpload(taskId: number) {
  const translate = useTranslate()
  const notify = useNotify()
  const { fileSize } = useFormat()
  const maxBytes = useSession()?.maxUploadBytes ?? Number.POSITIVE_INFINITY
  const notifyError = (name: string, message: string): void =>
    notify('inbox.attachments.failed', { type: 'error', messageArgs: { name, message } })
  const { run, busy } = useAction(
    (file: File) =>
      api('POST', '/tasks/{taskId}/attachments/upload/{filename}', {
        params: { taskId, filename: file.name },
        body: new Blob([file], { type: 'application/octet-stream' }),
      }),
    {
      // An upload also changes the task's version and its change log.
      refresh: 'page',
      onError: (error, { name }) => {
        notifyError(name, error.message)
        return true
      },
    },
  )
  const upload = async (files: FileList | null): Promise<void> => {
    for (const file of files ?? []) {
      if (file.size === 0) notifyError(file.name, translate('inbox.attachments.empty'))
      else if (file.size > maxBytes)
        notifyError(file.name, translate('inbox.attachments.tooLarge', { size: fileSize(maxBytes) }))
      else await run(file)
    }
  }
  return { upload, busy }
}

interface RowProps {
  file: Answer<'GET', '/tasks/{taskId}/attachments'>
  onPreview: () => void
  onDownload: () => void
}

function AttachmentRow({ file, onPreview, onDownload }: RowProps) {
  const translate = useTranslate()
  const { fileSize } = useFormat()
  return (
    <Stack component="li" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>{file.fileName}</Typography>
      <Typography variant="body2" color="text.secondary" noWrap sx={{ flex: 1 }}>
        {fileSize(file.size)}
      </Typography>
      {file.previewType && (
        <Tooltip disableInteractive title={translate('inbox.attachments.preview')}>
          <IconButton
            size="small"
            aria-label={translate('inbox.attachments.previewOf', { name: file.fileName })}
            onClick={onPreview}
          >
            <PreviewIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip disableInteractive title={translate('inbox.attachments.download')}>
        <IconButton
          size="small"
          aria-label={translate('inbox.attachments.downloadOf', { name: file.fileName })}
          onClick={onDownload}
        >
          <DownloadIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}

export function Attachments({ taskId }: { taskId: number }) {
  const translate = useTranslate()
  const mayWrite = useHasRight('task:edit')
  const input = useRef<HTMLInputElement>(null)
  const [previewId, setPreviewId] = useState(0)
  const [isOver, setOver] = useState(false)
  const { upload, busy } = useUpload(taskId)
  const { run: downloadFile } = useAction((attachmentId: number) =>
    download('/attachments/{attachmentId}/content', { params: { attachmentId } }),
  )
  const { data: attachments = [], error } = useQuery({
    queryKey: ['attachments', taskId],
    queryFn: () => api('GET', '/tasks/{taskId}/attachments', { params: { taskId } }),
  })
  const previewed = attachments.find(({ id }) => id === previewId)
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (mayWrite) void upload(event.dataTransfer.files)
  }

  return (
    <Box
      component="section"
      aria-label={translate('inbox.attachments.title')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(mayWrite)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      sx={{
        mt: 2,
        p: 1,
        border: '1px dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
      }}
    >
      <Typography component="h2" variant="h4">
        {translate('inbox.attachments.title')}
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {attachments.map((file) => (
          <AttachmentRow
            key={file.id}
            file={file}
            onPreview={() => setPreviewId(file.id)}
            onDownload={() => downloadFile(file.id)}
          />
        ))}
      </Stack>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={translate('inbox.attachments.add')}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          void upload(event.target.files).finally(() => {
            if (input.current) input.current.value = ''
          })
        }}
      />
      {mayWrite && (
        <Button size="small" startIcon={<UploadIcon />} loading={busy} onClick={() => input.current?.click()}>
          {translate('inbox.attachments.add')}
        </Button>
      )}
      {previewed && (
        <AttachmentPreview
          file={previewed}
          onClose={() => setPreviewId(0)}
          onDownload={() => downloadFile(previewed.id)}
        />
      )}
    </Box>
  )
}
