import { Command } from 'commander'
import { accessErrors } from '../access/access.errors.ts'
import { createInvitation } from '../access/invitation.ts'
import { createUser, findRoles, findUser, listUsers, lockUser } from '../access/user.sql.ts'
import { notifyAccount } from '../platform/auth/account-mail.ts'
import { inTransaction } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { withFormerMeaning } from '../platform/ground/rights.ts'
import { commaList, printTable, readId, withInstance } from './command.ts'

type CreateOptions = {
  email: string
  name: string
  client?: string
  rights?: string
  roles?: string
  admin?: boolean
  crm?: boolean
}

const actor = { userId: null, via: 'kontor user' }

/** `kontor user …` */
export const userCommand = new Command('user').description('users: create, invite, list, lock')

userCommand
  .command('create')
  .description('create a user and print its id')
  .requiredOption('--email <address>', 'e-mail address')
  .requiredOption('--name <name>', 'name')
  .option(
    '--client <ids>',
    'client ids, separated by commas; the first becomes the default client (left out: the only one; administrators need none)',
  )
  .option(
    '--rights <codes>',
    'rights such as 090300,booking,catalogue,lead,task or 090300:access; alone, 090300 and 100100 also mean what they meant up to 0.3',
  )
  .option(
    '--roles <names>',
    'roles, by name or id, separated by commas; with it, --rights means exactly these rights',
  )
  .option('--admin', 'make the user an administrator, who has all rights')
  .option('--crm', 'the user can own leads')
  .action(async (options: CreateOptions) => {
    const clientIds = commaList(options.client ?? '').map((text) => readId(text, '--client'))
    const rights = commaList(options.rights ?? '')
    const user = {
      name: options.name,
      email: options.email,
      clientIds,
      rights: options.roles === undefined ? withFormerMeaning(rights) : rights,
      admin: options.admin ?? false,
      crm: options.crm ?? false,
    }
    const id = await withInstance(({ db }) =>
      inTransaction(db, actor, async (tx) =>
        createUser(tx, { ...user, roleIds: await findRoles(tx, commaList(options.roles ?? '')) }),
      ),
    )
    console.log(id)
  })

userCommand
  .command('invite')
  .description(
    'print a link with which the user sets a password, once and within a week; earlier links become invalid',
  )
  .argument('<id-or-email>')
  .action(async (idOrEmail: string) => {
    const link = await withInstance(({ db, clock, settings }) =>
      inTransaction(db, actor, async (tx) => {
        const { id, locked } = await findUser(tx, idOrEmail)
        if (locked) throw badRequest([{ field: 'user', ...accessErrors.lockedUser() }])
        await notifyAccount(tx, settings, id, 'invited')
        const { port, host, publicUrl } = settings
        return `${publicUrl || `http://${host}:${port}`}${await createInvitation(tx, id, clock.now())}`
      }),
    )
    console.log(link)
  })

userCommand
  .command('list')
  .description('list the users')
  .action(async () => {
    const users = await withInstance(({ db }) => listUsers(db))
    printTable([
      ['id', 'e-mail', 'name', 'clients', 'rights', 'state'],
      ...users.map((user) => [
        String(user.id),
        user.email,
        user.name,
        user.clientIds.join(','),
        user.admin ? 'administrator' : user.rights.join(','),
        user.locked ? 'locked' : '',
      ]),
    ])
  })

userCommand
  .command('lock')
  .description('lock a user; its tokens are rejected from the next request on')
  .argument('<id-or-email>')
  .action(async (idOrEmail: string) => {
    const id = await withInstance(({ db }) => inTransaction(db, actor, (tx) => lockUser(tx, idOrEmail)))
    console.error(`user ${id} is locked`)
  })
