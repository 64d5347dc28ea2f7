// Dovecot as a process of a test: a real IMAP server on a free port, with one user.
import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import type { MailboxSettings } from '../../../server/platform/settings/mailbox-settings.ts'
import { freePorts } from '../free-port.ts'
import { dataFolder, removeDataFolder, waitUntil } from '../kontor-process.ts'
import { needs } from '../programs.ts'

const program = process.env['KONTOR_TEST_DOVECOT'] ?? 'dovecot'

/** Why the tests of mailboxes are skipped; false: they are not. */
export const withoutImapServer =
  process.platform === 'linux' ? needs(program) : 'the folders of Dovecot are those of Linux'

const nobody = 65_534

export type ImapServer = {
  port: number
  settings: MailboxSettings
  /** A mail arrives in a folder. @returns its UID */
  deliver(raw: string | Buffer, options?: { folder?: string; at?: Date }): Promise<number>
  /** The UIDs of the mails in a folder. */
  list(folder?: string): Promise<number[]>
  /** Removes a folder with its mails, and creates it again: it gets another UIDVALIDITY. */
  recreate(folder: string): Promise<void>
  /** Another client at the same time. */
  withClient<T>(work: (client: ImapFlow) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

const configuration = (folder: string, port: number) => {
  const isRoot = process.getuid?.() === 0
  const account = isRoot ? 'nobody' : (process.env['USER'] ?? 'nobody')
  const group = isRoot ? 'nogroup' : spawnSync('id', ['-gn']).stdout.toString().trim()
  return `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
mail_location = maildir:${folder}/mail
default_internal_user = ${account}
default_login_user = ${account}
default_internal_group = ${group}
first_valid_uid = 1
mail_uid = ${account}
mail_gid = ${group}
mail_fsync = never
passdb {
  driver = static
  args = password=geheim
}
userdb {
  driver = static
  args = uid=${account} gid=${group} home=${folder}/home
}
service imap-login {
  chroot =
  process_min_avail = 0
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service imap {
  process_limit = 50
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`
}

export async function startImapServer(): Promise<ImapServer> {
  const folder = await dataFolder()
  const [port = 0] = await freePorts(1)
  const file = join(folder, 'dovecot.conf')
  await writeFile(file, configuration(folder, port))
  await chmod(folder, 0o755)
  for (const name of ['run', 'state', 'mail', 'home']) {
    await mkdir(join(folder, name))
    if (process.getuid?.() === 0) await chown(join(folder, name), nobody, nobody)
  }
  const server = spawn(program, ['-F', '-c', file], { stdio: 'ignore' })
  await waitUntil(
    () =>
      new Promise<boolean>((accept) => {
        const socket = connect(port, '127.0.0.1').on('error', () => accept(false))
        socket.on('data', (greeting) => {
          accept(greeting.toString().startsWith('* OK'))
          socket.destroy()
        })
      }),
    'Dovecot answers',
    30_000,
  )
  const settings: MailboxSettings = {
    server: new URL(`imap://office:geheim@127.0.0.1:${port}/INBOX`),
    user: 'office',
    password: undefined,
    folder: 'INBOX',
    moveTo: '',
    authservIds: [],
  }
  const withClient: ImapServer['withClient'] = async (work) => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      doSTARTTLS: false,
      auth: { user: 'office', pass: 'geheim' },
      logger: false,
      disableAutoIdle: true,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout()
    }
  }
  return {
    port,
    settings,
    withClient,
    deliver: (raw, { folder: into = 'INBOX', at } = {}) =>
      withClient(async (client) => {
        const appended = await client.append(into, raw, [], at)
        if (!appended || appended.uid === undefined) throw new Error('the server has not taken the mail')
        return appended.uid
      }),
    list: (from = 'INBOX') =>
      withClient(async (client) => {
        await client.mailboxOpen(from)
        return (await client.search({ all: true }, { uid: true })) || []
      }),
    recreate: (name) =>
      withClient(async (client) => {
        await client.mailboxDelete(name)
        await client.mailboxCreate(name)
      }),
    async stop() {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
      await removeDataFolder(folder)
    },
  }
}
