// Users of different rights, their tokens and their sessions, and keys of websites.
import type pg from 'pg'
import { newToken, tokenHash } from '../../../server/platform/auth/principal.ts'
import { csrfHeader, csrfTokenOf, newSecret, sessionCookie } from '../../../server/platform/auth/session.ts'
import { newWebsiteKey } from '../../../server/platform/auth/website-key.ts'
import { issueWebsiteKey } from './links.ts'

/** The senders of requests. */
export const actorNames = ['admin', 'clerk', 'planner', 'powerless', 'stranger', 'impostor'] as const
export type ActorName = (typeof actorNames)[number]
/** `keeper` makes the records whose loss would be noticed. */
export type Actor = ActorName | 'keeper'

/** Headers that authenticate: of the interface, of the back office, and of the interface for websites. */
export type Credentials = {
  interface: Record<string, string>
  office: Record<string, string>
  website: Record<string, string>
  userId: number
}

/** Administrators use a secret key, all others a publishable one. */
type User = { rights: readonly string[]; admin?: boolean }

const users: Record<Exclude<ActorName, 'stranger' | 'impostor'> | 'keeper', User> = {
  admin: { rights: [], admin: true },
  clerk: { rights: ['090300', 'booking', 'message', 'lead', 'task', 'export'] },
  planner: { rights: ['100100', '100400', '090300:access', 'booking', 'catalogue', 'bulk', 'website'] },
  powerless: { rights: [] },
  keeper: { rights: [], admin: true },
}
export type UserName = keyof typeof users

const credentialsOf = (userId: number, token: string, session: string, key: string): Credentials => ({
  userId,
  website: { authorization: `Bearer ${key}` },
  interface: { authorization: `token ${token}` },
  office: { cookie: `${sessionCookie}=${session}`, [csrfHeader]: csrfTokenOf(session) },
})

/**
 * Restores a user after any changes by the fuzzer, and gives it a new token and a new session.
 * The session's password counts as given recently for ever.
 */
export async function issueCredentials(client: pg.Client, name: UserName): Promise<Credentials> {
  const { rights, admin = false } = users[name]
  const email = `${name}@attack.example`
  const [token, session] = [newToken(), newSecret()]
  const { rows } = await client.query<{ id: number }>(
    `insert into app_user (name, email, email_key, is_admin, is_crm) values ($1, $2, $2, $3, true)
     on conflict (email_key) do update set is_admin = excluded.is_admin, locked_at = null returning id`,
    [name, email, admin],
  )
  const userId = rows[0]!.id
  await client.query(
    `insert into user_client (user_id, client_id, is_default)
     select $1, min(id), not exists (select from user_client where user_id = $1 and is_default) from client on conflict do nothing`,
    [userId],
  )
  await client.query('delete from user_right where user_id = $1 and not code = any($2)', [userId, rights])
  await client.query(
    'insert into user_right (user_id, code) select $1, unnest($2::text[]) on conflict do nothing',
    [userId, rights],
  )
  await client.query('insert into token (user_id, hash, label) values ($1, $2, $3)', [
    userId,
    tokenHash(token),
    'attack',
  ])
  await client.query(`insert into session (user_id, hash, confirmed_at) values ($1, $2, '2100-01-01')`, [
    userId,
    tokenHash(session),
  ])
  return credentialsOf(userId, token, session, await issueWebsiteKey(client, admin))
}

/** Actors with neither a user nor a valid key. */
export const isStranger = (actor: Actor): boolean => actor === 'stranger' || actor === 'impostor'

/** Credentials of all actors, which are renewed when they no longer work. */
export type Accounts = {
  of(actor: Actor): Credentials
  /** Called for a 401; does nothing if the credentials have been renewed since. */
  renew(actor: Actor, rejected: Credentials): Promise<void>
}

const strangers: Record<'stranger' | 'impostor', Credentials> = {
  stranger: { userId: 0, interface: {}, office: {}, website: {} },
  impostor: credentialsOf(0, newToken(), newSecret(), newWebsiteKey(false)),
}

export async function openAccounts(client: pg.Client): Promise<Accounts> {
  const current = new Map<string, Credentials>(Object.entries(strangers))
  let queue = Promise.resolve()
  const issue = async (name: UserName, rejected?: Credentials) => {
    if (current.get(name) === rejected) current.set(name, await issueCredentials(client, name))
  }
  for (const name of Object.keys(users) as UserName[]) await issue(name)
  return {
    of: (actor) => current.get(actor)!,
    async renew(actor, rejected) {
      if (isStranger(actor)) return
      queue = queue.then(() => issue(actor as UserName, rejected))
      await queue
    },
  }
}
