// The message for a missing page or a missing right.
import LockIcon from '@mui/icons-material/LockOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import { Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactElement } from 'react'
import { Title } from 'react-admin'

function MessagePage({ icon, title, text }: { icon: ReactElement; title: string; text: string }) {
  const translate = useTranslate()
  return (
    <Stack spacing={1} sx={{ alignItems: 'center', textAlign: 'center', pt: '18vh' }}>
      <Title defaultTitle={translate(title)} />
      {icon}
      <Typography variant="h2">{translate(title)}</Typography>
      <Typography color="textSecondary">{translate(text)}</Typography>
    </Stack>
  )
}

const large = { fontSize: 56, color: 'text.secondary' }

export const NotFoundPage = () => (
  <MessagePage icon={<SearchOffIcon sx={large} />} title="ra.page.not_found" text="ra.message.not_found" />
)

export const NotAllowedPage = () => (
  <MessagePage icon={<LockIcon sx={large} />} title="ra.page.access_denied" text="ra.message.access_denied" />
)
