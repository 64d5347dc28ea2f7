// Uploads a table. A file over the limit is rejected before it is sent; the worksheet or the code page can be chosen.
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Alert, Box, Button, Card, CardContent, LinearProgress, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type DragEvent, useRef, useState } from 'react'
import { Title } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useSession } from '../shell/api/session.ts'
import { type Reading, ReadingChoice } from './reading-choice.tsx'

const megabyte = 1024 * 1024

export function UploadPage() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [errorText, setErrorText] = useState('')
  const [uploaded, setUploaded] = useState<{ file: File; record: RecordOf<'imports'> }>()
  const maxBytes = useSession()?.maxUploadBytes ?? 0
  const size = Math.floor(maxBytes / megabyte)

  const { run, busy } = useAction(
    ({ file, ...query }: { file: File } & Reading) =>
      api('POST', '/imports/upload/{filename}', {
        params: { filename: file.name },
        query,
        body: new Blob([file], { type: 'application/octet-stream' }),
      }),
    {
      onSuccess: async ([record], { file }) => {
        if (!record) return
        // The import of what was read before is no longer needed.
        if (uploaded)
          await api('DELETE', '/imports/{importId}', { params: { importId: uploaded.record.id } }).catch(
            () => [],
          )
        if (record.worksheets.length > 1 || record.encodings.length > 0) setUploaded({ file, record })
        else navigate(`/imports/${record.id}`)
      },
      onError: ({ details, message }, { file }) => {
        setErrorText(details.length > 0 ? `${file.name}: ${message}` : message)
        return true
      },
    },
  )
  const send = (file: File, reading: Reading = {}): void => {
    setErrorText('')
    if (file.size > maxBytes) setErrorText(translate('imports.tooLarge', { size }))
    else void run({ file, ...reading })
  }

  const chooseFile = (files: FileList | null): void => {
    const file = files?.[0]
    if (file) send(file)
    // So that the same file can be chosen again after it was corrected.
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    chooseFile(event.dataTransfer.files)
  }

  return (
    <Card sx={{ mt: 2, maxWidth: 720 }} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Title title="imports.new" />
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {translate('imports.new')}
        </Typography>
        <Typography id="import-help" sx={{ mb: 2 }}>
          {translate('imports.chooseHelp', { size })} {translate('imports.drop')}
        </Typography>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          onChange={(event) => chooseFile(event.target.files)}
        />
        <Button
          variant="contained"
          startIcon={<UploadIcon />}
          disabled={busy}
          aria-describedby="import-help"
          onClick={() => input.current?.click()}
        >
          {translate('imports.choose')}
        </Button>
        <Box role="status" sx={{ mt: 2 }}>
          {busy && (
            <>
              <Typography>{translate('imports.reading')}</Typography>
              <LinearProgress aria-label={translate('imports.reading')} />
            </>
          )}
        </Box>
        {errorText && (
          <Alert severity="error" role="alert">
            {errorText}
          </Alert>
        )}
        {uploaded && !busy && (
          <ReadingChoice record={uploaded.record} onChange={(reading) => send(uploaded.file, reading)} />
        )}
      </CardContent>
    </Card>
  )
}
