// Mails of visitors beyond their budget, on the start page.
import { LinkAlert } from '../shell/page/link-alert.tsx'

const listPath = `/outbox-mails?filter=${encodeURIComponent('{"status":"held"}')}`

export const HeldMails = ({ count }: { count: number }) => (
  <LinkAlert text="mail.held.text" show="mail.held.show" count={count} to={listPath} />
)
