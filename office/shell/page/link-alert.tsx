// A notice of something to be done, with a link to where it is done.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

interface Props {
  /** Keys of the texts; `text` gets the count, or other parameters. */
  text: string
  show: string
  count?: number
  params?: Readonly<Record<string, string>>
  to: string
}

export function LinkAlert({ text, show, count = 0, params, to }: Props) {
  const translate = useTranslate()
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to={to} color="inherit" size="small">
          {translate(show)}
        </Button>
      }
    >
      {translate(text, { smart_count: count, ...params })}
    </Alert>
  )
}
