// The tokens of a user.
import {
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useGetList } from 'react-admin'
import type { RowOf } from '../shell/api/endpoints.ts'
import { Button } from '../shell/form/button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { RevokeButton, TokenStatus } from './token-status.tsx'

export function TokenTable({ userId, isLocked }: { userId: number; isLocked: boolean }) {
  const translate = useTranslate()
  const format = useFormat()
  const { data: tokens = [] } = useGetList<RowOf<'tokens'>>('tokens', {
    filter: { userId },
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'createdAt', order: 'DESC' },
  })
  return (
    <Stack component="section" spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography variant="h2">{translate('tokens.title')}</Typography>
      {tokens.length === 0 ? (
        <Typography color="textSecondary">{translate('tokens.none')}</Typography>
      ) : (
        <TableContainer>
          <Table size="small">
            <TableHead>
              <TableRow>
                {['label', 'status', 'createdAt', 'expiresAt', 'lastUsedAt'].map((name) => (
                  <TableCell key={name}>{translate(`resources.tokens.fields.${name}`)}</TableCell>
                ))}
                <TableCell />
              </TableRow>
            </TableHead>
            <TableBody>
              {tokens.map((token) => (
                <TableRow key={token.id}>
                  <TableCell component="th" scope="row">
                    {token.label || `#${token.id}`}
                  </TableCell>
                  <TableCell>
                    <TokenStatus token={token} />
                  </TableCell>
                  <TableCell>{format.dateTime(token.createdAt)}</TableCell>
                  <TableCell>{format.dateTime(token.expiresAt) || translate('tokens.never')}</TableCell>
                  <TableCell>{format.dateTime(token.lastUsedAt)}</TableCell>
                  <TableCell align="right">
                    <RevokeButton token={token} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {!isLocked && (
        <Button
          to={`/tokens/create?source=${encodeURIComponent(JSON.stringify({ userId }))}`}
          label="tokens.create"
        />
      )}
    </Stack>
  )
}
