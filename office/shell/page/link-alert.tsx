// A notice of something to be done, with a link to where it is done.
import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

interface Props {
  /** Keys of the texts; `text` gets the count. */
  text: string
  show: string
  count: number
  to: string
}

export function LinkAlert({ text, show, count, to }: Props) {
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
      {translate(text, { smart_count: count })}
    </Alert>
  )
}
