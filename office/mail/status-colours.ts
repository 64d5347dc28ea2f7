// The colours of the statuses of mail.
import type { MailStatus } from '../../server/mail/mail-statuses.ts'

export const statusColours = {
  waiting: 'warning',
  held: 'warning',
  sending: 'info',
  sent: 'success',
  failed: 'error',
  bounced: 'error',
  called_back: 'default',
} as const satisfies Record<MailStatus, string>
