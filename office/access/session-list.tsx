// The user's sessions; each can be ended.
import {
  Chip,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { Button } from '../shell/form/button.tsx'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { deviceOf } from './device.ts'

export const sessionsKey = ['own-sessions']

const ended = { success: 'account.sessions.ended', refresh: [sessionsKey] }

export function SessionList() {
  const translate = useTranslate()
  const format = useFormat()
  const { data: sessions = [] } = useQuery({
    queryKey: sessionsKey,
    queryFn: () => api('GET', '/sessions'),
  })
  const { run: end } = useAction(
    (sessionId: number) => api('DELETE', '/sessions/{sessionId}', { params: { sessionId } }),
    ended,
  )
  const { run: endOthers } = useAction(() => api('POST', '/sessions/end-others'), ended)

  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography>{translate('account.sessions.text')}</Typography>
      <TableContainer>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('account.sessions.device')}</TableCell>
              <TableCell>{translate('account.sessions.address')}</TableCell>
              <TableCell>{translate('account.sessions.since')}</TableCell>
              <TableCell>{translate('account.sessions.used')}</TableCell>
              <TableCell component="td" />
            </TableRow>
          </TableHead>
          <TableBody>
            {sessions.map(({ id, userAgent, ipAddress, createdAt, lastUsedAt, isCurrent }) => {
              const device = deviceOf(userAgent) || translate('account.sessions.unknown')
              return (
                <TableRow key={id}>
                  <TableCell component="th" scope="row" title={userAgent}>
                    {device}
                  </TableCell>
                  <TableCell>{ipAddress}</TableCell>
                  <TableCell>{format.dateTime(createdAt)}</TableCell>
                  <TableCell>{format.dateTime(lastUsedAt)}</TableCell>
                  <TableCell align="right">
                    {isCurrent ? (
                      <Chip size="small" label={translate('account.sessions.current')} />
                    ) : (
                      <Button
                        label="account.sessions.end"
                        aria-label={translate('account.sessions.endOne', { device })}
                        onClick={() => end(id)}
                      />
                    )}
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </TableContainer>
      {sessions.length > 1 && (
        <ConfirmButton
          label="account.sessions.endOthers"
          title="account.sessions.endOthersTitle"
          text="account.sessions.endOthersText"
          onConfirm={endOthers}
        />
      )}
    </Stack>
  )
}
