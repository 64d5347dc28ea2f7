// Chooses an image, by button or by dropping it, and asks for its alternative text.
import ImageIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import { Alert, Button, Stack, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '../../shell/api/action.ts'
import { type ApiError, api } from '../../shell/api/api.ts'
import { DropArea } from '../files/drop-area.tsx'
import { useFileCheck } from '../files/file-check.ts'
import type { ImageOwner, OfficeImage } from './image.ts'

interface FormProps {
  of: ImageOwner
  /** null: there is none yet. */
  image: OfficeImage | null
  onClose: () => void
}

type Errors = { file?: string; altText?: string }

const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

function toErrors({ details }: ApiError): Errors {
  const messageOf = (wanted: string) => details.find(({ field }) => field === wanted)?.message
  const [file, altText] = [messageOf('body'), messageOf('altText')]
  return { ...(file ? { file } : {}), ...(altText ? { altText } : {}) }
}

/** The address under which the page can show a chosen file. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [file])
  return url
}

interface ChooserProps {
  file: File | undefined
  hasImage: boolean
  error: string | undefined
  onChoose: (file: File) => void
}

function FileChooser({ file, hasImage, error, onChoose }: ChooserProps) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const url = useObjectUrl(file)
  const choose = (chosen: File | undefined): void => {
    if (chosen) onChoose(chosen)
  }
  return (
    <DropArea onFiles={([first]) => choose(first)}>
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        {url && file && (
          <img
            src={url}
            alt={translate('catalogue.image.preview', { name: file.name })}
            style={{ maxWidth: '100%', maxHeight: 240 }}
          />
        )}
        <Button
          variant="outlined"
          size="small"
          startIcon={<ImageIcon />}
          onClick={() => input.current?.click()}
        >
          {translate(file || hasImage ? 'catalogue.image.chooseOther' : 'catalogue.image.choose')}
        </Button>
        <input
          type="file"
          accept={accepted}
          hidden
          ref={input}
          onChange={({ target }) => {
            choose(target.files?.[0])
            target.value = ''
          }}
        />
        <Typography variant="body2" color="textSecondary">
          {file?.name ?? translate('catalogue.image.drop')}
        </Typography>
        {error && <Alert severity="error">{error}</Alert>}
      </Stack>
    </DropArea>
  )
}

export function ImageForm({ of, image, onClose }: FormProps) {
  const translate = useTranslate()
  const checkFile = useFileCheck()
  const altInput = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [altText, setAltText] = useState(image?.altText ?? '')
  const [altTextEn, setAltTextEn] = useState(image?.altTextEn ?? '')
  const [errors, setErrors] = useState<Errors>({})

  const send = () =>
    file
      ? api('POST', '/images/{owner}/{ownerId}', {
          params: of,
          query: { altText, altTextEn },
          body: new Blob([file], { type: 'application/octet-stream' }),
        })
      : api('PATCH', '/images/{owner}/{ownerId}', {
          params: of,
          body: { version: image?.version ?? '', altText, altTextEn },
        })
  const { run, busy } = useAction(send, {
    success: 'catalogue.image.saved',
    refresh: 'page',
    onSuccess: onClose,
    onError: (error) => {
      const found = toErrors(error)
      setErrors(found)
      return found.file !== undefined || found.altText !== undefined
    },
  })
  const choose = (chosen: File): void => {
    const error = checkFile(chosen)
    setErrors(error ? { file: error } : {})
    if (error) return
    setFile(chosen)
    // The next thing to do. The text of the image before does not describe this one.
    if (!file) {
      setAltText('')
      setAltTextEn('')
    }
    altInput.current?.focus()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (altText.trim() === '') {
      setErrors({ altText: translate('catalogue.image.altTextMissing') })
      altInput.current?.focus()
      return
    }
    run()
  }
  const canSave = file !== undefined || image !== null
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={1.5}>
        <FileChooser file={file} hasImage={image !== null} error={errors.file} onChoose={choose} />
        {canSave && (
          <>
            <TextField
              label={translate('catalogue.image.altText')}
              value={altText}
              required
              fullWidth
              inputRef={altInput}
              autoFocus
              error={errors.altText !== undefined}
              helperText={errors.altText ?? translate('catalogue.image.altTextHelp')}
              slotProps={{ htmlInput: { maxLength: 255 } }}
              onChange={({ target }) => setAltText(target.value)}
            />
            <TextField
              label={translate('catalogue.image.altTextEn')}
              value={altTextEn}
              fullWidth
              helperText={translate('catalogue.image.altTextEnHelp')}
              slotProps={{ htmlInput: { maxLength: 255 } }}
              onChange={({ target }) => setAltTextEn(target.value)}
            />
            <Stack direction="row" spacing={1}>
              <Button type="submit" variant="contained" size="small" loading={busy}>
                {translate('ra.action.save')}
              </Button>
              <Button
                size="small"
                onClick={() => {
                  setFile(undefined)
                  setErrors({})
                  onClose()
                }}
              >
                {translate('ra.action.cancel')}
              </Button>
            </Stack>
          </>
        )}
      </Stack>
    </form>
  )
}
