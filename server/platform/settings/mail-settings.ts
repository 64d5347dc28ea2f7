// How mail is sent.
import type { PasswordSource } from '../database/database-password.ts'
import { limitSetting, passwordSettings, type SettingDefinition } from './setting-definition.ts'
import { SettingError } from './setting-error.ts'
import { checkSmtpUrl, mailFromPattern } from './setting-values.ts'

/** The settings of mail. */
export const mailSettings: readonly SettingDefinition[] = [
  {
    name: 'KONTOR_SMTP_URL',
    help: 'SMTP server, such as smtp://user:password@mail.example:587 or smtps://…; default: none, mail stays in the outbox',
    defaultValue: '',
    isSecret: true,
    check: checkSmtpUrl,
  },
  ...passwordSettings('KONTOR_SMTP_PASSWORD', 'KONTOR_SMTP_URL'),
  {
    name: 'KONTOR_MAIL_FROM',
    help: 'sender of mail, such as Kontor <office@kontor.example>; required with KONTOR_SMTP_URL',
    defaultValue: '',
    check: (value) =>
      value === '' || mailFromPattern.test(value) ? undefined : 'must be an address or a name and <address>',
  },
  limitSetting('KONTOR_MAIL_RATE', 'mails that all processes of the service send in a minute', 0),
]

/** Mail server and sender. The URL of the server may contain a password: it is never logged. */
export type MailSettings = {
  server: URL
  /** Left out: the URL contains the password, or needs none. */
  password?: PasswordSource | undefined
  from: { name: string; address: string }
  /** How many mails all processes may send in a minute; 0: no limit. */
  perMinute: number
}

/** @throws SettingError if a setting for mail is missing, or the password is given twice */
export function parseMailSettings(
  value: (name: string) => string,
  password: PasswordSource | undefined,
): MailSettings | undefined {
  const server = value('KONTOR_SMTP_URL')
  const [, name = '', addressInBrackets, addressOnly] = mailFromPattern.exec(value('KONTOR_MAIL_FROM')) ?? []
  const address = addressInBrackets ?? addressOnly
  if (server === '') return undefined
  const url = new URL(server)
  if (url.username === '' && password)
    throw new SettingError('KONTOR_SMTP_URL must contain a user if a password is given')
  if (url.username !== '' && (url.password === '') === (password === undefined))
    throw new SettingError(
      'KONTOR_SMTP_URL must contain a password, unless KONTOR_SMTP_PASSWORD_FILE or KONTOR_SMTP_PASSWORD_COMMAND tells it',
    )
  if (address === undefined) throw new SettingError('KONTOR_MAIL_FROM is required with KONTOR_SMTP_URL')
  if (value('KONTOR_URL') === '')
    throw new SettingError('KONTOR_URL is required with KONTOR_SMTP_URL: links in mail begin with it')
  return {
    server: url,
    password,
    from: { name: name.trim(), address },
    perMinute: Number(value('KONTOR_MAIL_RATE')),
  }
}
