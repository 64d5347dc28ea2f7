// The address of a new link, which is shown once.
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'

/** @param text the key of the action's text */
export function NewLink({ address, text }: { address: string; text: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    notify('shell.link.copied', { type: 'success' })
  }
  return (
    <Alert
      severity="success"
      action={
        // Without TLS, browsers have no clipboard.
        navigator.clipboard && (
          <Button color="inherit" onClick={copy}>
            {translate('shell.link.copy')}
          </Button>
        )
      }
    >
      <div>{translate(text)}</div>
      <Box component="code" sx={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
        {address}
      </Box>
    </Alert>
  )
}
