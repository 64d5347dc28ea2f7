// Uploads files, by button or by dropping them. All files of an upload get the same access right.
import UploadIcon from '@mui/icons-material/UploadFile'
import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { DropArea } from './drop-area.tsx'
import { useFileCheck } from './file-check.ts'
import { accessRights, type StoredFile } from './files.ts'

export function FileUpload({ onUploaded }: { onUploaded: (files: StoredFile[]) => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const checkFile = useFileCheck()
  const input = useRef<HTMLInputElement>(null)
  const [accessRight, setAccessRight] = useState<string>('public')
  const [fileName, setFileName] = useState('')

  const upload = async (file: File): Promise<StoredFile[]> => {
    const { name } = file
    const reject = (reason: string): StoredFile[] => {
      notify(reason, { type: 'error' })
      return []
    }
    const fault = checkFile(file)
    if (fault) return reject(fault)
    setFileName(name)
    return api('POST', '/files/upload/{filename}', {
      params: { filename: name },
      query: { accessRight },
      body: new Blob([file], { type: 'application/octet-stream' }),
    }).catch((error: Error) => reject(`${name}: ${error.message}`))
  }
  const { run: uploadFiles, busy } = useAction(
    async (files: readonly File[]) => {
      const uploaded: StoredFile[] = []
      for (const file of files) uploaded.push(...(await upload(file)))
      return uploaded
    },
    {
      onSuccess: (uploaded) => {
        if (uploaded.length > 0) onUploaded(uploaded)
      },
    },
  )
  return (
    <DropArea onFiles={uploadFiles}>
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', flexWrap: 'wrap' }} useFlexGap>
        <TextField
          select
          label={translate('resources.files.fields.accessRight')}
          value={accessRight}
          onChange={({ target }) => setAccessRight(target.value)}
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
          loading={busy}
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
            uploadFiles([...(target.files ?? [])]).finally(() => {
              target.value = ''
            })
          }}
        />
        <Typography variant="body2" color="textSecondary" role="status">
          {busy
            ? translate('catalogue.file.uploading', { name: fileName })
            : translate('catalogue.file.drop')}
        </Typography>
      </Stack>
    </DropArea>
  )
}
