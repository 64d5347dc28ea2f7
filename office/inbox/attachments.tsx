// The files of a task: shown, kept, added.
import DownloadIcon from '@mui/icons-material/Download'
import UploadIcon from '@mui/icons-material/UploadFile'
import PreviewIcon from '@mui/icons-material/VisibilityOutlined'
import { Alert, Box, Button, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefresh, useTranslate } from 'ra-core'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { ApiError, download, untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useFormat } from '../shell/app/format.ts'
import { AttachmentPreview } from './attachment-preview.tsx'

export interface Attachment {
  id: number
  filename: string
  size: number
  preview: '' | 'image' | 'pdf' | 'text'
}

export function Attachments({ taskId }: { taskId: number }) {
  const translate = useTranslate()
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const { fileSize: formatSize } = useFormat()
  const refresh = useRefresh()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<Attachment>()
  const [busy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const queryKey = ['attachments', taskId]
  const { data: list = [], error } = useQuery({
    queryKey,
    queryFn: () => untypedApi<Attachment>('GET', `/tasks/${taskId}/attachments`),
  })
  const { data: limit } = useQuery({
    queryKey: ['attachment-limit'],
    queryFn: async () => (await untypedApi<{ bytes: number }>('GET', '/attachment-limit'))[0],
    staleTime: Number.POSITIVE_INFINITY,
  })

  const notifyError = (name: string, message: string): void =>
    notify('inbox.attachments.failed', { type: 'error', messageArgs: { name, message } })

  const uploadFiles = async (files: FileList | null): Promise<void> => {
    setBusy(true)
    for (const file of files ?? []) {
      if (file.size === 0) notifyError(file.name, translate('inbox.attachments.empty'))
      else if (limit && file.size > limit.bytes)
        notifyError(file.name, translate('inbox.attachments.tooLarge', { size: formatSize(limit.bytes) }))
      else
        try {
          const bytes = new Blob([file], { type: 'application/octet-stream' })
          await untypedApi('POST', `/tasks/${taskId}/attachments/${encodeURIComponent(file.name)}`, bytes)
        } catch (caught) {
          if (!(caught instanceof ApiError)) throw caught
          notifyError(file.name, translateMessage(caught.details[0]?.message ?? caught.message))
        }
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey })
    // An attachment is a change of its task.
    refresh()
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void uploadFiles(event.dataTransfer.files)
  }
  const downloadFile = (id: number): void => {
    download(`/attachments/${id}/file`).catch((caught: Error) =>
      notify(translateMessage(caught.message), { type: 'error' }),
    )
  }

  return (
    <Box
      component="section"
      aria-label={translate('inbox.attachments.title')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
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
      {error && <Alert severity="error">{translateMessage(error.message)}</Alert>}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {list.map((file) => (
          <Stack component="li" key={file.id} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
            <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>{file.filename}</Typography>
            <Typography variant="body2" color="text.secondary" noWrap sx={{ flex: 1 }}>
              {formatSize(file.size)}
            </Typography>
            {file.preview && (
              <Tooltip disableInteractive title={translate('inbox.attachments.show')}>
                <IconButton
                  size="small"
                  aria-label={translate('inbox.attachments.showOne', { name: file.filename })}
                  onClick={() => setShown(file)}
                >
                  <PreviewIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            )}
            <Tooltip disableInteractive title={translate('inbox.attachments.keep')}>
              <IconButton
                size="small"
                aria-label={translate('inbox.attachments.keepOne', { name: file.filename })}
                onClick={() => downloadFile(file.id)}
              >
                <DownloadIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Stack>
        ))}
      </Stack>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={translate('inbox.attachments.add')}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          void uploadFiles(event.target.files).finally(() => {
            if (input.current) input.current.value = ''
          })
        }}
      />
      <Button size="small" startIcon={<UploadIcon />} loading={busy} onClick={() => input.current?.click()}>
        {translate('inbox.attachments.add')}
      </Button>
      {shown && (
        <AttachmentPreview
          file={shown}
          onClose={() => setShown(undefined)}
          onDownload={() => downloadFile(shown.id)}
        />
      )}
    </Box>
  )
}
