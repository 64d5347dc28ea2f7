// The mailbox that is read, and the services that may report bounces.
import type { PasswordSource } from '../database/database-password.ts'
import { passwordSettings, type SettingDefinition } from './setting-definition.ts'
import { SettingError } from './setting-error.ts'

/** A mailbox of an IMAP server. The URL may contain a password: it is never logged. */
export type MailboxSettings = {
  server: URL
  user: string
  /** Left out: the URL contains the password. */
  password: PasswordSource | undefined
  folder: string
  /** The folder to which mails that were read are moved; '': they stay. */
  moveTo: string
  /** The servers whose Authentication-Results are believed, and those below their names; empty: none. */
  authservIds: readonly string[]
}

/** The part of a URL's path that names the folder. */
const folderOf = ({ pathname }: URL): string => decodeURIComponent(pathname.replace(/^\//, '')) || 'INBOX'

/** @returns what is wrong with it */
function checkImapUrl(value: string): string | undefined {
  if (value === '') return undefined
  const message = 'must be imaps:// or imap:// with a user and a host, and may end with a folder'
  try {
    const url = new URL(value)
    decodeURIComponent(url.username + url.password)
    const isComplete = /^imaps?:$/.test(url.protocol) && url.hostname !== '' && url.username !== ''
    return isComplete && url.search + url.hash === '' && !/\p{Cc}/u.test(folderOf(url)) ? undefined : message
  } catch {
    return message
  }
}

const minTokenLength = 20

const namesOf = (value: string): string[] =>
  value === '' ? [] : value.split(',').map((name) => name.trim().toLowerCase())

/** The settings of incoming mail. */
export const mailboxSettings: readonly SettingDefinition[] = [
  {
    name: 'KONTOR_IMAP_URL',
    help: 'mailbox whose new mails become tasks, such as imaps://user:password@mail.example/INBOX; an @ in the name of the user is %40; default: none',
    defaultValue: '',
    isSecret: true,
    check: checkImapUrl,
  },
  ...passwordSettings('KONTOR_IMAP_PASSWORD', 'KONTOR_IMAP_URL'),
  {
    name: 'KONTOR_IMAP_MOVE_TO',
    help: 'folder of the mailbox to which mails are moved when they have been read, such as Kontor; default: they stay',
    defaultValue: '',
    check: (value) => (/\p{Cc}/u.test(value) ? 'must be the name of a folder' : undefined),
  },
  {
    name: 'KONTOR_IMAP_AUTHSERV_IDS',
    help: 'names of the servers that receive the mail of the mailbox and check its senders, as they stand in Authentication-Results (authserv-id) and Received, separated by commas, such as mx.example; default: none, no sender is checked',
    defaultValue: '',
    check: (value) => {
      const isValid = namesOf(value).every((name) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(name))
      return isValid ? undefined : 'must be names of servers, separated by commas'
    },
  },
  {
    name: 'KONTOR_BOUNCE_TOKEN',
    help: 'secret of at least 20 characters that a mail service must send to POST /hooks/bounces; default: none, the path does not exist',
    defaultValue: '',
    isSecret: true,
    check: (value) =>
      value === '' || (value.length >= minTokenLength && /^[!-~]+$/.test(value))
        ? undefined
        : `must have at least ${minTokenLength} characters, without spaces`,
  },
]

/** @throws SettingError if a password is missing, or given twice */
export function parseMailbox(
  value: (name: string) => string,
  password: PasswordSource | undefined,
): MailboxSettings | undefined {
  const text = value('KONTOR_IMAP_URL')
  const authservIds = namesOf(value('KONTOR_IMAP_AUTHSERV_IDS'))
  if (text === '') return undefined
  const server = new URL(text)
  if ((server.password === '') === (password === undefined))
    throw new SettingError(
      'KONTOR_IMAP_URL must contain a password, unless KONTOR_IMAP_PASSWORD_FILE or KONTOR_IMAP_PASSWORD_COMMAND tells it',
    )
  return {
    server,
    user: decodeURIComponent(server.username),
    password,
    folder: folderOf(server),
    moveTo: value('KONTOR_IMAP_MOVE_TO'),
    authservIds,
  }
}
