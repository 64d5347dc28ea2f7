import { sql } from 'kysely'
import { createInvitation } from '../access/invitation.ts'
import { createUser } from '../access/user.sql.ts'
import { inTransaction, type Reader } from '../platform/database/database.ts'
import type { Instance } from '../platform/instance/instance.ts'

/**
 * Creates client 1 and an administrator on an instance without users.
 * @returns the path of the link that sets the password; undefined if there are users
 */
export async function createFirstUser(instance: Instance): Promise<string | undefined> {
  const hasUsers = (db: Reader) => db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  // Without the lock at every start but the first.
  if (await hasUsers(instance.db)) return undefined
  return inTransaction(instance.db, { userId: null, via: 'kontor serve' }, async (tx) => {
    // Two services that start on an empty database at the same time create one administrator.
    await sql`lock table client in share row exclusive mode`.execute(tx)
    if (await hasUsers(tx)) return undefined
    const client =
      (await tx.selectFrom('client').select('id').orderBy('id').limit(1).executeTakeFirst()) ??
      (await tx.insertInto('client').values({ name: 'Kontor' }).returning('id').executeTakeFirstOrThrow())
    const userId = await createUser(tx, {
      name: 'Administrator',
      email: 'admin@localhost',
      clientIds: [client.id],
      rights: [],
      roleIds: [],
      admin: true,
      crm: true,
    })
    return createInvitation(tx, userId, instance.clock.now())
  })
}
