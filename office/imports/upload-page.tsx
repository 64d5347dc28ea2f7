// Uploads a table. A file over the limit is rejected before it is sent; of a workbook the worksheet can be chosen.
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import {
  Alert,
  Box,
  Button,
  Card,
  CardContent,
  LinearProgress,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { type DragEvent, useRef, useState } from 'react'
import { Title } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useSession } from '../shell/api/session.ts'

const megabyte = 1024 * 1024

interface WorksheetProps {
  record: RecordOf<'imports'>
  onChange: (worksheet: string) => void
}

/** The worksheet of a workbook that is imported. */
function WorksheetChoice({ record, onChange }: WorksheetProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 2, flexWrap: 'wrap' }}>
      <TextField
        select
        size="small"
        id="import-worksheet"
        label={translate('imports.worksheet')}
        value={record.worksheet}
        sx={{ minWidth: 200 }}
        onChange={(event) => onChange(event.target.value)}
      >
        {record.worksheets.map((worksheet) => (
          <MenuItem key={worksheet} value={worksheet}>
            {worksheet}
          </MenuItem>
        ))}
      </TextField>
      <Typography>
        {translate('imports.of', {
          rows: record.rowCount,
          columns: record.columns.length,
        })}
      </Typography>
      <Button variant="contained" onClick={() => navigate(`/imports/${record.id}`)}>
        {translate('imports.next')}
      </Button>
    </Box>
  )
}

export function UploadPage() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [errorText, setErrorText] = useState('')
  const [uploaded, setUploaded] = useState<{ file: File; record: RecordOf<'imports'> }>()
  const maxBytes = useSession()?.maxUploadBytes ?? 0
  const size = Math.floor(maxBytes / megabyte)

  const { run, busy } = useAction(
    ({ file, worksheet }: { file: File; worksheet?: string }) =>
      api('POST', '/imports/upload/{filename}', {
        params: { filename: file.name },
        query: worksheet === undefined ? {} : { worksheet },
        body: new Blob([file], { type: 'application/octet-stream' }),
      }),
    {
      onSuccess: async ([record], { file }) => {
        if (!record) return
        // The import of the worksheet that was read before is no longer needed.
        if (uploaded)
          await api('DELETE', '/imports/{importId}', { params: { importId: uploaded.record.id } }).catch(
            () => [],
          )
        if (record.worksheets.length > 1) setUploaded({ file, record })
        else navigate(`/imports/${record.id}`)
      },
      onError: ({ details, message }, { file }) => {
        setErrorText(details.length > 0 ? `${file.name}: ${message}` : message)
        return true
      },
    },
  )
  const send = (file: File, worksheet?: string): void => {
    setErrorText('')
    if (file.size > maxBytes) setErrorText(translate('imports.tooLarge', { size }))
    else void run({ file, ...(worksheet === undefined ? {} : { worksheet }) })
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
          <WorksheetChoice
            record={uploaded.record}
            onChange={(worksheet) => send(uploaded.file, worksheet)}
          />
        )}
      </CardContent>
    </Card>
  )
}
