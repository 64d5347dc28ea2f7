import { instanceFolder } from './data-folders.ts'
import { adminToken, queryDatabase, serve, stop } from './kontor-process.ts'
import type { MailServer } from './servers/mail-server.ts'

/** The settings of a service that sends mail to this server. */
export const mailEnvironment = ({ settings }: MailServer) => ({
  KONTOR_URL: 'https://kontor.example',
  KONTOR_SMTP_URL: settings.server.href,
  KONTOR_MAIL_FROM: 'Kontor <office@kontor.example>',
})

/** A new instance without mail settings, in which communication template 1 is a mail. */
export async function mailInstance(): Promise<{ data: string; token: string }> {
  const data = await instanceFolder()
  const service = await serve(data)
  const token = await adminToken(data)
  await queryDatabase(
    data,
    `insert into communication_template (id, name, subject, body) values (1, 'W', 'Hallo', 'Guten Tag')`,
  )
  await stop(service)
  return { data, token }
}
