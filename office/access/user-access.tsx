// How a user comes in, and what administrators do about it: invite, lock, end sessions, reset the second factor.
import { Alert, Box, Divider, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { untypedApi } from '../shell/api/api.ts'
import { useSession } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { absoluteUrl, SecretDialog } from './secret-dialog.tsx'
import { TokenTable } from './token-table.tsx'

export interface User {
  id: number
  name: string
  locked: boolean
  password: boolean
  secondFactor: boolean
  invitedUntil: string
  sessions: number
  lastSeenAt: string
}

function UserState({ user }: { user: User }) {
  const translate = useTranslate()
  const format = useFormat()
  const lines = [
    translate(user.password ? 'users.state.password' : 'users.state.noPassword'),
    user.invitedUntil && translate('users.state.invited', { until: format.dateTime(user.invitedUntil) }),
    translate(user.secondFactor ? 'users.state.secondFactor' : 'users.state.noSecondFactor'),
    user.sessions > 0 &&
      translate('users.state.sessions', {
        smart_count: user.sessions,
        last: format.dateTime(user.lastSeenAt),
      }),
  ]
  return (
    <Box component="ul" sx={{ mt: 0, pl: 2.5 }}>
      {lines.filter(Boolean).map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </Box>
  )
}

export function UserAccess() {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const session = useSession()
  const user = useRecordContext() as User | undefined
  const [link, setLink] = useState('')
  if (!user) return null

  const postAction = (path: string, doneText: string) => async (): Promise<void> => {
    await untypedApi('POST', `/users/${user.id}/${path}`)
    notify(doneText, { type: 'success' })
    refresh()
  }
  const invite = async (): Promise<void> => {
    const [answer] = await untypedApi<{ link: string }>('POST', `/users/${user.id}/invite`)
    setLink(absoluteUrl(answer?.link ?? ''))
    refresh()
  }
  const isOwnUser = session?.user.id === user.id

  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <Divider sx={{ mb: 2 }} />
      <Stack component="section" spacing={1} sx={{ mb: 3, alignItems: 'flex-start' }}>
        <Typography variant="h2">{translate('users.access')}</Typography>
        {user.locked && <Alert severity="warning">{translate('users.state.locked')}</Alert>}
        <UserState user={user} />
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {!user.locked && (
            <ConfirmButton
              label="users.invite"
              title="users.inviteTitle"
              text="users.inviteText"
              onConfirm={invite}
            />
          )}
          {user.sessions > 0 && (
            <ConfirmButton
              label="users.endSessions"
              title="users.endSessionsTitle"
              text="users.endSessionsText"
              onConfirm={postAction('end-sessions', 'users.endedSessions')}
            />
          )}
          {user.secondFactor && (
            <ConfirmButton
              label="users.resetFactor"
              title="users.resetFactorTitle"
              text="users.resetFactorText"
              onConfirm={postAction('reset-second-factor', 'users.resetFactorDone')}
            />
          )}
          {user.locked ? (
            <ConfirmButton
              label="users.unlock"
              title="users.unlockTitle"
              text="users.unlockText"
              onConfirm={postAction('unlock', 'users.unlocked')}
            />
          ) : (
            <ConfirmButton
              label="users.lock"
              title="users.lockTitle"
              text={isOwnUser ? 'users.lockOwnText' : 'users.lockText'}
              color="error"
              onConfirm={postAction('lock', 'users.lockedNow')}
            />
          )}
        </Stack>
      </Stack>
      <TokenTable userId={user.id} locked={user.locked} />
      <Typography variant="h2" gutterBottom sx={{ mt: 3 }}>
        {translate('shell.changes.title')}
      </Typography>
      <ChangesPanel subject="user" id={user.id} />
      {link && (
        <SecretDialog
          title="users.linkTitle"
          text="users.linkText"
          label="users.link"
          secret={link}
          onClose={() => setLink('')}
        />
      )}
    </Box>
  )
}
