// Whether a webhook sends.
import { Chip } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'

export function WebhookState({
  webhook: { isActive, failingSince },
}: {
  webhook: Pick<RowOf<'webhooks'>, 'isActive' | 'failingSince'>
}) {
  const translate = useTranslate()
  const [color, state] = !isActive
    ? (['default', 'off'] as const)
    : failingSince
      ? (['error', 'failing'] as const)
      : (['success', 'active'] as const)
  return <Chip size="small" variant="outlined" color={color} label={translate(`webhooks.states.${state}`)} />
}
