// Warns administrators about mail that is not sent.
import { LinkAlert } from '../shell/page/link-alert.tsx'
import { useOutboxStatus } from './status.ts'

export function MailHint() {
  const status = useOutboxStatus()
  const isStuck = status && !status.isConfigured && status.waitingCount > 0
  if (!isStuck && !status?.failedCount) return null
  return (
    <LinkAlert
      text={isStuck ? 'mail.noServerHint' : 'mail.failedHint'}
      show="mail.open"
      count={isStuck ? status.waitingCount : status.failedCount}
      to="/outbox-mails"
    />
  )
}
