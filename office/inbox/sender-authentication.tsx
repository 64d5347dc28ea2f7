// Whether the sender of a mail is proven: as a label at the letter, and as an icon in the list.

import FailIcon from '@mui/icons-material/GppBadOutlined'
import NoneIcon from '@mui/icons-material/GppMaybeOutlined'
import UnknownIcon from '@mui/icons-material/HelpOutlined'
import PassIcon from '@mui/icons-material/VerifiedUserOutlined'
import { Chip, type ChipProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ComponentType } from 'react'
import {
  type SenderAuthentication,
  senderAuthentications,
} from '../../server/inbox/sender-authentications.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'

type Task = Pick<RecordOf<'tasks'>, 'senderAuthentication' | 'authenticationResults'>

const looks = {
  pass: { Icon: PassIcon, color: 'success' },
  fail: { Icon: FailIcon, color: 'error' },
  none: { Icon: NoneIcon, color: 'default' },
  unknown: { Icon: UnknownIcon, color: 'default' },
} as const satisfies Record<SenderAuthentication, { Icon: ComponentType; color: ChipProps['color'] }>

/** Whether a letter is filed by staff alone, because its sender is not proven. */
export const needsFiling = ({ senderAuthentication }: Task): boolean =>
  senderAuthentication !== '' && !senderAuthentications[senderAuthentication].isFiled

export function SenderAuthenticationChip({ task }: { task: Task }) {
  const translate = useTranslate()
  if (task.senderAuthentication === '') return null
  const { Icon, color } = looks[task.senderAuthentication]
  return (
    <Chip
      size="small"
      variant="outlined"
      color={color}
      icon={<Icon />}
      label={translate(`inbox.authentication.${task.senderAuthentication}`)}
      title={task.authenticationResults || undefined}
    />
  )
}

export function UnprovenIcon({ task }: { task: Task }) {
  const translate = useTranslate()
  if (!needsFiling(task)) return null
  return (
    <FailIcon
      fontSize="small"
      color="error"
      titleAccess={translate(`inbox.authentication.${task.senderAuthentication}`)}
    />
  )
}
