// Shows a secret once: a token, or the link of an invitation.
import CopyIcon from '@mui/icons-material/ContentCopy'
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useRef, useState } from 'react'

interface Props {
  title: string
  text: string
  label: string
  secret: string
  onClose: () => void
}

export function SecretDialog({ title, text, label, secret, onClose }: Props) {
  const translate = useTranslate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)

  const copy = async (): Promise<void> => {
    field.current?.select()
    // Without TLS the browser has no clipboard; the text is selected instead.
    await navigator.clipboard?.writeText(secret)
    setCopied(navigator.clipboard !== undefined)
  }

  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{translate(title)}</DialogTitle>
      <DialogContent>
        <DialogContentText gutterBottom>{translate(text)}</DialogContentText>
        <TextField
          label={translate(label)}
          value={secret}
          inputRef={field}
          autoFocus
          onFocus={(event) => event.target.select()}
          slotProps={{ input: { readOnly: true }, htmlInput: { spellCheck: false } }}
        />
        <div role="status">{copied && <Alert severity="success">{translate('once.copied')}</Alert>}</div>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<CopyIcon />} variant="contained" onClick={copy}>
          {translate('once.copy')}
        </Button>
        <Button onClick={onClose}>{translate('once.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The link with an origin: if it has none, that of this page. */
export const absoluteUrl = (link: string): string => new URL(link, window.location.origin).href
