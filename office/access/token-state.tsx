// Whether a token is good, and the button that ends it.
import { Chip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useNotify, useRefresh } from 'react-admin'
import { untypedApi } from '../shell/api/api.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'

export interface Token {
  id: number
  userId: number
  userName: string
  label: string
  operations: string[]
  state: 'valid' | 'expired' | 'revoked' | 'locked'
  createdAt: string
  expiresAt: string
  revokedAt: string
  lastUsedAt: string
}

export function TokenState({ token }: { token: Token }) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={token.state === 'valid' ? 'success' : 'default'}
      label={translate(`tokens.state.${token.state}`)}
    />
  )
}

export function RevokeButton({ token }: { token: Token }) {
  const notify = useNotify()
  const refresh = useRefresh()
  if (token.state === 'revoked') return null
  const revoke = async (): Promise<void> => {
    await untypedApi('POST', `/tokens/${token.id}/revoke`)
    notify('tokens.revoked', { type: 'success' })
    refresh()
  }
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
