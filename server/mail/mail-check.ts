import { type Check, failed, ok, warning } from '../platform/health/check.ts'
import { checkMailServer } from './transport.ts'

export const mailCheck: Check = {
  name: 'mail',
  looksAt: 'the mail server accepts a connection and the password; nothing is sent',
  failure: 'error',
  runs: 'everywhere',
  // A server may count sign-ins.
  validMs: 300_000,
  help: 'Look at KONTOR_SMTP_URL and at the mail server; mail stays in the outbox, and is sent when the server is back.',
  alert: {
    severity: 'critical',
    after: '15m',
    summary: 'Kontor on {{ $labels.instance }} cannot reach its mail server.',
  },
  async run({ settings: { mail } }) {
    if (!mail) return [warning('no server is set (KONTOR_SMTP_URL): mail stays in the outbox')]
    const fault = await checkMailServer(mail)
    const { host } = mail.server
    return [fault ? failed(`${host}: ${fault}`) : ok(`${host} accepts the connection`)]
  },
}
