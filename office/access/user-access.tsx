// A user's access: invitation, lock, sessions, second factor, tokens.
import { Alert, Box, Divider, Stack, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useSession } from '../shell/api/session.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { useFormat } from '../shell/language/format.ts'
import { absoluteUrl, SecretDialog } from './secret-dialog.tsx'
import { TokenTable } from './token-table.tsx'

type User = RecordOf<'users'>

function UserStatus({ user }: { user: User }) {
  const translate = useTranslate()
  const format = useFormat()
  const lines = [
    translate(user.hasPassword ? 'users.status.password' : 'users.status.noPassword'),
    user.invitationExpiresAt &&
      translate('users.status.invited', { until: format.dateTime(user.invitationExpiresAt) }),
    translate(user.hasSecondFactor ? 'users.status.secondFactor' : 'users.status.noSecondFactor'),
    user.sessionCount > 0 &&
      translate('users.status.sessions', {
        smart_count: user.sessionCount,
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
  const session = useSession()
  const user = useRecordContext<User>()
  const [link, setLink] = useState('')
  const params = { userId: user?.id ?? 0 }
  const { run: invite } = useAction(() => api('POST', '/users/{userId}/invite', { params }), {
    onSuccess: ([invitation]) => setLink(absoluteUrl(invitation?.link ?? '')),
    refresh: 'page',
  })
  const { run: endSessions } = useAction(() => api('POST', '/users/{userId}/end-sessions', { params }), {
    success: 'users.endedSessions',
    refresh: 'page',
  })
  const { run: resetSecondFactor } = useAction(
    () => api('POST', '/users/{userId}/reset-second-factor', { params }),
    { success: 'users.resetFactorDone', refresh: 'page' },
  )
  const { run: lock } = useAction(() => api('POST', '/users/{userId}/lock', { params }), {
    success: 'users.lockedNow',
    refresh: 'page',
  })
  const { run: unlock } = useAction(() => api('POST', '/users/{userId}/unlock', { params }), {
    success: 'users.unlocked',
    refresh: 'page',
  })
  if (!user) return null
  const isOwnUser = session?.user.id === user.id

  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <Divider sx={{ mb: 2 }} />
      <Stack component="section" spacing={1} sx={{ mb: 3, alignItems: 'flex-start' }}>
        <Typography variant="h2">{translate('users.access')}</Typography>
        {user.isLocked && <Alert severity="warning">{translate('users.status.locked')}</Alert>}
        <UserStatus user={user} />
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {!user.isLocked && (
            <ConfirmButton
              label="users.invite"
              title="users.inviteTitle"
              text="users.inviteText"
              onConfirm={invite}
            />
          )}
          {user.sessionCount > 0 && (
            <ConfirmButton
              label="users.endSessions"
              title="users.endSessionsTitle"
              text="users.endSessionsText"
              onConfirm={endSessions}
            />
          )}
          {user.hasSecondFactor && (
            <ConfirmButton
              label="users.resetFactor"
              title="users.resetFactorTitle"
              text="users.resetFactorText"
              onConfirm={resetSecondFactor}
            />
          )}
          {user.isLocked ? (
            <ConfirmButton
              label="users.unlock"
              title="users.unlockTitle"
              text="users.unlockText"
              onConfirm={unlock}
            />
          ) : (
            <ConfirmButton
              label="users.lock"
              title="users.lockTitle"
              text={isOwnUser ? 'users.lockOwnText' : 'users.lockText'}
              color="error"
              onConfirm={lock}
            />
          )}
        </Stack>
      </Stack>
      <TokenTable userId={user.id} isLocked={user.isLocked} />
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
