// A table is chosen and uploaded; one over the limit is refused before it is sent. Of a workbook the sheet can be chosen.
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
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type DragEvent, useRef, useState } from 'react'
import { Title } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { ImportRecord } from '../../server/imports/import.rows.ts'
import { ApiError, untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'

const megabyte = 1024 * 1024

export function UploadPage() {
  const translate = useTranslate()
  const translateMessage = useServerMessage()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState('')
  const [uploaded, setUploaded] = useState<{ file: File; made: ImportRecord }>()
  const { data: maxBytes = 100 * megabyte } = useQuery({
    queryKey: ['import-limits'],
    queryFn: async () => (await untypedApi<{ maxBytes: number }>('GET', '/imports/limits'))[0]?.maxBytes ?? 0,
  })
  const size = Math.floor(maxBytes / megabyte)

  const send = async (file: File, sheet?: string): Promise<void> => {
    setErrorText('')
    if (file.size > maxBytes) {
      setErrorText(translate('imports.tooLarge', { size }))
      return
    }
    setBusy(true)
    try {
      const query = sheet === undefined ? '' : `?sheet=${encodeURIComponent(sheet)}`
      const body = new Blob([file], { type: 'application/octet-stream' })
      const [made] = await untypedApi<ImportRecord>(
        'POST',
        `/imports/files/${encodeURIComponent(file.name)}${query}`,
        body,
      )
      if (!made) return
      // What was read of another sheet is not needed any more.
      if (uploaded) await untypedApi('DELETE', `/imports/${uploaded.made.id}`).catch(() => [])
      if (made.sheets.length > 1) setUploaded({ file, made })
      else navigate(`/imports/${made.id}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const [detail] = error.details
      setErrorText(
        detail
          ? `${file.name}: ${translateMessage(detail.message)}`
          : translateMessage(translate(error.message, { _: error.message })),
      )
    } finally {
      setBusy(false)
    }
  }

  const chooseFile = (files: FileList | null): void => {
    const file = files?.[0]
    if (file) void send(file)
    // The same file can be chosen again, mended.
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
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 2, flexWrap: 'wrap' }}>
            <TextField
              select
              size="small"
              id="import-sheet"
              label={translate('imports.sheet')}
              value={uploaded.made.sheet}
              sx={{ minWidth: 200 }}
              onChange={(event) => void send(uploaded.file, event.target.value)}
            >
              {uploaded.made.sheets.map((sheet) => (
                <MenuItem key={sheet} value={sheet}>
                  {sheet}
                </MenuItem>
              ))}
            </TextField>
            <Typography>
              {translate('imports.of', {
                rows: uploaded.made.rowCount,
                columns: uploaded.made.columns.length,
              })}
            </Typography>
            <Button variant="contained" onClick={() => navigate(`/imports/${uploaded.made.id}`)}>
              {translate('imports.goOn')}
            </Button>
          </Box>
        )}
      </CardContent>
    </Card>
  )
}
