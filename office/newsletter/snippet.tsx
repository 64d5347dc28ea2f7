// Shows how the website's server sends a sign-up. The token must not be part of a page.
import CopyIcon from '@mui/icons-material/ContentCopy'
import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'

interface Props {
  formId: number
  lastName: boolean
}

export function Snippet({ formId, lastName }: Props) {
  const translate = useTranslate()
  const notify = useNotify()
  const fields = {
    email: 'jana.koehler@nordlicht.example',
    firstname: 'Jana',
    ...(lastName ? { lastname: 'Köhler' } : {}),
  }
  const curl = [
    `curl -X POST ${window.location.origin}/restapi/v1/newsletter/subscribe/${formId} \\`,
    `  -H 'Authorization: token <TOKEN>' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(fields)}'`,
  ].join('\n')
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(curl)
    if (navigator.clipboard) notify('once.copied')
  }
  return (
    <>
      <Typography gutterBottom>{translate('newsletter.snippetText')}</Typography>
      <Box
        component="pre"
        // Can be scrolled with the keyboard.
        tabIndex={0}
        sx={{ p: 1.5, m: 0, overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        {curl}
      </Box>
      <Button startIcon={<CopyIcon />} onClick={copy} sx={{ mt: 1 }}>
        {translate('once.copy')}
      </Button>
    </>
  )
}
