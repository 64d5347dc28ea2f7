import { type Check, failed, ok } from '../../platform/health/check.ts'
import { checkMailbox, mailboxName } from './imap.ts'

export const mailboxCheck: Check = {
  name: 'mailbox',
  looksAt: 'the mailbox of KONTOR_IMAP_URL can be opened',
  failure: 'error',
  runs: 'everywhere',
  // A server may count sign-ins.
  validMs: 300_000,
  help: 'Look at KONTOR_IMAP_URL and the password; the page Mailbox says when it was read last.',
  alert: {
    severity: 'warning',
    after: '15m',
    summary: 'Kontor on {{ $labels.instance }} cannot read its mailbox.',
  },
  async run({ settings: { mailbox } }) {
    if (!mailbox) return []
    const fault = await checkMailbox(mailbox)
    return [fault ? failed(fault) : ok(`${mailboxName(mailbox)} can be read`)]
  },
}
