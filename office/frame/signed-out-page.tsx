// The layout of pages for users who are not signed in.
import { Box, Card, CardContent, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect } from 'react'
import { LocalesMenuButton, Notification, ToggleThemeButton } from 'react-admin'

export function SignedOutPage({
  title,
  instance,
  children,
}: {
  title: string
  instance: string
  children: ReactNode
}) {
  useEffect(() => {
    document.title = instance ? `${title} · ${instance}` : title
  }, [title, instance])
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <Box component="header" sx={{ display: 'flex', justifyContent: 'flex-end', p: 1 }}>
        <LocalesMenuButton />
        <ToggleThemeButton />
      </Box>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 2, pb: '12vh' }}>
        <Card sx={{ width: '100%', maxWidth: 400 }}>
          <CardContent sx={{ p: 4 }}>
            <Stack spacing={2}>
              <div>
                <Typography color="textSecondary">{instance || 'Kontor'}</Typography>
                <Typography component="h1" variant="h1">
                  {title}
                </Typography>
              </div>
              {children}
            </Stack>
          </CardContent>
        </Card>
      </Box>
      <Notification />
    </Box>
  )
}
