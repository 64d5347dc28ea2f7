// Uploading files: by button, or by dropping them; whom they are meant for is chosen before.
import UploadIcon from '@mui/icons-material/UploadFile'
import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type DragEvent, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { api } from '../../shell/api/api.ts'
import { useSay } from '../../shell/api/server-message.ts'
import { useSession } from '../../shell/api/session.ts'
import { accessRights, type StoredFile, useSize } from './files.ts'

export function FileUpload({ onUploaded }: { onUploaded: (files: StoredFile[]) => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const say = useSay()
  const size = useSize()
  const input = useRef<HTMLInputElement>(null)
  const most = useSession()?.uploadBytes ?? 0
  const [access, setAccess] = useState<string>('public')
  const [busy, setBusy] = useState('')
  const [isOver, setOver] = useState(false)

  const take = async (list: FileList | null): Promise<void> => {
    const made: StoredFile[] = []
    for (const file of list ?? []) {
      if (file.size === 0 || (most > 0 && file.size > most)) {
        const why = file.size === 0 ? 'catalogue.file.empty' : 'catalogue.file.tooLarge'
        notify(translate(why, { name: file.name, most: size(most) }), { type: 'error' })
        continue
      }
      setBusy(file.name)
      try {
        const query = new URLSearchParams({ access_right: access })
        const bytes = new Blob([file], { type: 'application/octet-stream' })
        made.push(
          ...(await api<StoredFile>(
            'POST',
            `/files/upload/${encodeURIComponent(file.name)}?${query}`,
            bytes,
          )),
        )
      } catch (error) {
        notify(`${file.name}: ${say((error as Error).message)}`, { type: 'error' })
      }
    }
    setBusy('')
    if (made.length > 0) onUploaded(made)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
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
          label={translate('resources.files.fields.access_right')}
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
            take(target.files).finally(() => {
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
