// The status of a token, and the button that revokes it.
import { Chip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'

type Token = RowOf<'tokens'>

export function TokenStatus({ token }: { token: Token }) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={token.status === 'valid' ? 'success' : 'default'}
      label={translate(`tokens.status.${token.status}`)}
    />
  )
}

export function RevokeButton({ token }: { token: Token }) {
  const { run: revoke } = useAction(
    () => api('POST', '/tokens/{tokenId}/revoke', { params: { tokenId: token.id } }),
    { success: 'tokens.revoked', refresh: 'page' },
  )
  if (token.status === 'revoked') return null
  return (
    <ConfirmButton
      label="tokens.revoke"
      title="tokens.revokeTitle"
      text="tokens.revokeText"
      color="error"
      onConfirm={revoke}
    />
  )
}
