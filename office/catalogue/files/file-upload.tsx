// Uploading files: by button, or by dropping them; whom they are meant for is chosen before.
import UploadIcon from '@mui/icons-material/UploadFile'
import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type DragEvent, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { api } from '../../shell/api/api.ts'
import { useSession } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/app/format.ts'
import { accessRights, type StoredFile } from './files.ts'

export function FileUpload({ onUploaded }: { onUploaded: (files: StoredFile[]) => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { fileSize: formatSize } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const maxBytes = useSession()?.maxUploadBytes ?? 0
  const [access, setAccess] = useState<string>('public')
  const [busy, setBusy] = useState('')
  const [isOver, setOver] = useState(false)

  const uploadFiles = async (list: FileList | null): Promise<void> => {
    const uploaded: StoredFile[] = []
    for (const file of list ?? []) {
      if (file.size === 0 || (maxBytes > 0 && file.size > maxBytes)) {
        const reason = file.size === 0 ? 'catalogue.file.empty' : 'catalogue.file.tooLarge'
        notify(translate(reason, { name: file.name, most: formatSize(maxBytes) }), { type: 'error' })
        continue
      }
      setBusy(file.name)
      try {
        const bytes = new Blob([file], { type: 'application/octet-stream' })
        uploaded.push(
          ...(await api('POST', '/files/upload/{filename}', {
            params: { filename: file.name },
            query: { accessRight: access },
            body: bytes,
          })),
        )
      } catch (error) {
        notify(`${file.name}: ${(error as Error).message}`, { type: 'error' })
      }
    }
    setBusy('')
    if (uploaded.length > 0) onUploaded(uploaded)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    uploadFiles(event.dataTransfer.files)
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      sx={{
        border: '1px dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        bgcolor: isOver ? 'action.hover' : undefined,
        borderRadius: 1,
        p: 1.5,
      }}
    >
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', flexWrap: 'wrap' }} useFlexGap>
        <TextField
          select
          label={translate('resources.files.fields.accessRight')}
          value={access}
          onChange={({ target }) => setAccess(target.value)}
          fullWidth={false}
          sx={{ minWidth: 190 }}
        >
          {accessRights.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`catalogue.access.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="outlined"
          startIcon={<UploadIcon />}
          loading={busy !== ''}
          onClick={() => input.current?.click()}
        >
          {translate('catalogue.file.upload')}
        </Button>
        <input
          type="file"
          multiple
          hidden
          ref={input}
          onChange={({ target }) => {
            uploadFiles(target.files).finally(() => {
              target.value = ''
            })
          }}
        />
        <Typography variant="body2" color="textSecondary" role="status">
          {busy ? translate('catalogue.file.uploading', { name: busy }) : translate('catalogue.file.drop')}
        </Typography>
      </Stack>
    </Box>
  )
}
