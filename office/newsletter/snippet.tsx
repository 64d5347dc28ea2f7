// Shows how the website's server sends a sign-up. The token must not be part of a page.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { CodeToCopy } from '../shell/page/code-to-copy.tsx'

interface Props {
  formId: number
  lastName: boolean
}

export function Snippet({ formId, lastName }: Props) {
  const translate = useTranslate()
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
  return (
    <>
      <Typography gutterBottom>{translate('newsletter.snippetText')}</Typography>
      <CodeToCopy code={curl} label="once.copy" />
    </>
  )
}
