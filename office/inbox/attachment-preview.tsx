// Preview of an attachment: images, PDF in the browser's viewer, plain text.
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { apiHref, apiPath, request } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'

interface Props {
  file: Answer<'GET', '/tasks/{taskId}/attachments'>
  onClose: () => void
  onDownload: () => void
}

function TextPreview({ attachmentId }: { attachmentId: number }) {
  const path = apiPath('/attachments/{attachmentId}/preview', { params: { attachmentId } })
  const { data, error } = useQuery({
    queryKey: ['preview', path],
    queryFn: async () => (await request('GET', path)).text(),
  })
  if (error) return <Alert severity="error">{error.message}</Alert>
  return (
    <Box
      component="pre"
      sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 'body2.fontSize' }}
    >
      {data}
    </Box>
  )
}

export function AttachmentPreview({ file, onClose, onDownload }: Props) {
  const translate = useTranslate()
  const href = apiHref('/attachments/{attachmentId}/preview', { params: { attachmentId: file.id } })
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="attachment-title">
      <DialogTitle id="attachment-title" sx={{ overflowWrap: 'anywhere' }}>
        {file.fileName}
      </DialogTitle>
      <DialogContent dividers tabIndex={0} sx={{ minHeight: 240 }}>
        {file.previewType === 'image' && (
          <Box
            component="img"
            src={href}
            alt={file.fileName}
            sx={{ display: 'block', maxWidth: '100%', mx: 'auto' }}
          />
        )}
        {file.previewType === 'pdf' && (
          <Box
            component="iframe"
            src={href}
            title={file.fileName}
            sx={{ width: '100%', height: '68vh', border: 0, display: 'block' }}
          />
        )}
        {file.previewType === 'text' && <TextPreview attachmentId={file.id} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onDownload}>{translate('inbox.attachments.download')}</Button>
        <Button onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
