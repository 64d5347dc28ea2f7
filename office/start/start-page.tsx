// The first page after signing in.
import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { useSession } from '../shell/session.ts'

export function StartPage() {
  const translate = useTranslate()
  const session = useSession()
  return (
    <>
      <Title title="start.title" />
      <Typography variant="h2" sx={{ mt: 2 }}>
        {translate('start.hello', { name: session?.user.name ?? '' })}
      </Typography>
    </>
  )
}
