import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { MailSettings } from '../../../server/platform/settings/settings.ts'

/** A mail as the server received it. */
type ReceivedMail = {
  from: string
  to: string[]
  headers: Record<string, string>
  /** The parts, decoded, in their order. */
  text: string
  raw: string
}

/** The response to a mail: undefined accepts it, a code rejects it. */
type RecipientCheck = (to: string, received: number) => number | undefined

/** A real mail server on a free port of this machine. */
export type MailServer = {
  port: number
  settings: MailSettings
  /** In order of arrival, including mail rejected after its text. */
  received: ReceivedMail[]
  /** At RCPT TO. */
  rejectRecipient: RecipientCheck
  /** After the text was received; may wait. */
  rejectMail: (mail: ReceivedMail) => number | undefined | Promise<number | undefined>
  close(): Promise<void>
}

const decoded = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'raw'> {
  const headerEnd = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, headerEnd)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { headers, text: decoded(raw.slice(headerEnd + 4)), raw }
}

const smtpError = (code: number) => Object.assign(new Error('not taken'), { responseCode: code })

export async function startMailServer(
  options: { user?: string; password?: string; tls?: boolean } = {},
): Promise<MailServer> {
  const server = new SMTPServer({
    secure: false,
    authOptional: options.user === undefined,
    disabledCommands: options.tls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === options.user && password === options.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) => {
      const code = fixture.rejectRecipient(address, fixture.received.length)
      done(code === undefined ? null : smtpError(code))
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch (error) {
        // The sender has died: it has no mail.
        return done(error as Error)
      }
      const { mailFrom, rcptTo } = session.envelope
      const mail = {
        ...parse(Buffer.concat(chunks).toString('latin1')),
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
      }
      fixture.received.push(mail)
      const code = await fixture.rejectMail(mail)
      done(code === undefined ? null : smtpError(code))
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  const login = options.user === undefined ? '' : `${options.user}:${options.password}@`
  const fixture: MailServer = {
    port,
    settings: {
      server: new URL(`smtp://${login}127.0.0.1:${port}`),
      from: { name: 'Kontor GmbH', address: 'office@kontor.example' },
      perMinute: 0,
    },
    received: [],
    rejectRecipient: () => undefined,
    rejectMail: () => undefined,
    close: () => new Promise((done) => server.close(() => done())),
  }
  return fixture
}
