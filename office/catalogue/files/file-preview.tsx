// Shows an image in a dialog.
import ViewIcon from '@mui/icons-material/VisibilityOutlined'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { apiHref } from '../../shell/api/api.ts'
import type { StoredFile } from './files.ts'

export function FilePreview({ file }: { file: StoredFile }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('catalogue.file.view', { name: file.name })}
        onClick={() => setOpen(true)}
      >
        <ViewIcon fontSize="small" />
      </IconButton>
      <Dialog open={isOpen} onClose={close} maxWidth="lg" aria-labelledby={`file-${file.id}`}>
        <DialogTitle id={`file-${file.id}`}>{file.name}</DialogTitle>
        <DialogContent>
          <img
            src={apiHref('/files/{fileId}/content', { params: { fileId: file.id }, query: { inline: true } })}
            alt={file.description || file.name}
            style={{ maxWidth: '100%', display: 'block' }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={close} autoFocus>
            {translate('ra.action.close')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
