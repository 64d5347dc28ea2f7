// The recipients of a message; those whom it does not reach are named.

import { Alert, Button, Chip, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { isParticipant } from '../../server/messages/roles.ts'
import type { Answer } from '../shell/api/endpoints.ts'

type Recipient = Answer<'POST', '/messages/recipients-preview'>

const maxNames = 6

const isReachable = ({ email, isBounced }: Recipient): boolean => email !== '' && !isBounced

export const reachableCount = (recipients: readonly Recipient[]): number =>
  recipients.filter(isReachable).length

export function Recipients({ recipients }: { recipients: readonly Recipient[] }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? recipients : recipients.slice(0, maxNames)
  const nameOf = ({ name, role }: Recipient): string => {
    const roleName = translate(`messages.role.${role}`)
    if (name === '') return roleName
    return isParticipant(role) ? name : `${name} (${roleName})`
  }
  const warning = (text: string, lost: readonly Recipient[], describe: (one: Recipient) => string) =>
    lost.length > 0 && (
      <Alert severity="warning" sx={{ mt: 1 }}>
        {translate(text, { smart_count: lost.length, names: lost.map(describe).join(', ') })}
      </Alert>
    )
  return (
    <div>
      <Stack
        component="ul"
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 0.5, p: 0, m: 0, listStyle: 'none' }}
      >
        {shown.map((one, nth) => (
          <li key={`${nth} ${one.role} ${one.email}`}>
            <Chip
              size="small"
              variant="outlined"
              color={isReachable(one) ? 'default' : 'warning'}
              label={nameOf(one)}
            />
          </li>
        ))}
        {recipients.length > shown.length && (
          <li>
            <Button size="small" onClick={() => setOpen(true)}>
              {translate('messages.moreRecipients', { count: recipients.length - shown.length })}
            </Button>
          </li>
        )}
      </Stack>
      {warning(
        'messages.withoutAddress',
        recipients.filter(({ email }) => email === ''),
        nameOf,
      )}
      {warning(
        'messages.bouncedAddress',
        recipients.filter(({ isBounced }) => isBounced),
        (one) => `${nameOf(one)} (${one.email})`,
      )}
    </div>
  )
}
