// A file shown without being kept: pictures, PDF by the browser's own viewer, text as text.
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { apiUrl, request } from '../shell/api/api.ts'
import type { Attachment } from './attachments.tsx'

interface Props {
  file: Attachment
  onClose: () => void
  onDownload: () => void
}

function TextPreview({ path }: { path: string }) {
  const translate = useTranslate()
  const { data, error } = useQuery({
    queryKey: ['preview', path],
    queryFn: async () => (await request('GET', path)).text(),
  })
  if (error) return <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>
  return (
    <Box component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 13 }}>
      {data}
    </Box>
  )
}

export function AttachmentPreview({ file, onClose, onDownload }: Props) {
  const translate = useTranslate()
  const path = `/attachments/${file.id}/preview`
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="attachment-title">
      <DialogTitle id="attachment-title" sx={{ overflowWrap: 'anywhere' }}>
        {file.filename}
      </DialogTitle>
      <DialogContent dividers tabIndex={0} sx={{ minHeight: 240 }}>
        {file.preview === 'image' && (
          <Box
            component="img"
            src={apiUrl(path)}
            alt={file.filename}
            sx={{ display: 'block', maxWidth: '100%', mx: 'auto' }}
          />
        )}
        {file.preview === 'pdf' && (
          <Box
            component="iframe"
            src={apiUrl(path)}
            title={file.filename}
            sx={{ width: '100%', height: '68vh', border: 0, display: 'block' }}
          />
        )}
        {file.preview === 'text' && <TextPreview path={path} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onDownload}>{translate('inbox.attachments.keep')}</Button>
        <Button onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
