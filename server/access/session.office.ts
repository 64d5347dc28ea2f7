// Sessions of the back office: signing in and out, invitations, the user's rights.
import { sql } from 'kysely'
import Type from 'typebox'
import { notifyAccount } from '../platform/auth/account-mail.ts'
import { cookieHeader } from '../platform/auth/cookies.ts'
import { seesAllClients } from '../platform/auth/principal.ts'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { csrfTokenOf, isConfirmed, sessionCookie } from '../platform/auth/session.ts'
import type { Reader } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { isForAllClients, type Right } from '../platform/ground/rights.ts'
import { record } from '../platform/ground/schema.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { readCurrentSettings } from '../platform/settings/current-settings.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { findInvitation, redeemInvitation } from './invitation.ts'
import { deviceCookie, deviceLifetimeSeconds, rememberDevice } from './known-device.ts'
import { acceptCode } from './own-credentials.ts'
import { hashPassword, passwordErrors } from './password.ts'
import { insertSession, type SignInOrigin, signIn } from './sign-in.ts'

/** The published password of the demo's users. */
export const demoPassword = 'demo'

const Language = Type.Enum(['de', 'en', ''])

export const SessionInfo = record({
  user: record({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
  isAdmin: Type.Boolean(),
  rights: Type.Array(Type.String()),
  clients: Type.Array(record({ id: Type.Integer(), name: Type.String() })),
  defaultClientId: Type.Integer(),
  csrfToken: Type.String(),
  timeZone: Type.String(),
  maxUploadBytes: Type.Integer(),
  instanceName: Type.String(),
  language: Language,
  hasSecondFactor: Type.Boolean(),
  /** The password was given recently: endpoints that ask for it again accept requests. */
  isConfirmed: Type.Boolean(),
})

const loadInstanceName = async (reader: Reader): Promise<string> =>
  (await reader.selectFrom('setting').select('value').where('name', '=', 'name').executeTakeFirst())?.value ??
  'Kontor'

async function describeSession(
  reader: Reader,
  userId: number,
  session: { csrfToken: string; isConfirmed: boolean },
  settings: Settings,
) {
  const user = await reader
    .selectFrom('app_user as u')
    .select(['id', 'name', 'email', 'is_admin', 'language', 'totp_confirmed'])
    .select(sql<boolean>`${sql.raw(seesAllClients)}`.as('seesAllClients'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const clients = await reader
    .selectFrom('user_client as uc')
    .innerJoin('client as c', 'c.id', 'uc.client_id')
    .select(['c.id', 'c.name', 'uc.is_default'])
    .where('uc.user_id', '=', userId)
    .orderBy('c.name')
    .execute()
  const rights = await reader
    .selectFrom('held_right')
    .select(sql<Right>`code`.as('code'))
    .where('user_id', '=', userId)
    .orderBy('code')
    .execute()
  return {
    user: { id: user.id, name: user.name, email: user.email },
    isAdmin: user.is_admin,
    rights: rights.flatMap(({ code }) => (user.seesAllClients || !isForAllClients(code) ? [code] : [])),
    clients: clients.map(({ id, name }) => ({ id, name })),
    defaultClientId: (clients.find((client) => client.is_default) ?? clients[0])?.id ?? 0,
    ...session,
    timeZone: (await readCurrentSettings(reader, settings)).timeZone,
    maxUploadBytes: settings.maxAttachmentBytes,
    instanceName: await loadInstanceName(reader),
    language: user.language as '' | 'de' | 'en',
    hasSecondFactor: user.totp_confirmed,
  }
}

const startSession = async (
  tx: Parameters<typeof insertSession>[0],
  userId: number,
  { origin, now, settings }: { origin: SignInOrigin & { secure: boolean }; now: Date; settings: Settings },
) => {
  const secret = await insertSession(tx, userId, origin, now)
  const device = await rememberDevice(tx, origin.cookie(deviceCookie), userId, now)
  const { secure } = origin
  const session = await describeSession(
    tx,
    userId,
    { csrfToken: csrfTokenOf(secret), isConfirmed: true },
    settings,
  )
  const detail = session.hasSecondFactor ? 'second factor' : ''
  await recordSecurityEvent(tx, { event: 'signedIn', userId, detail })
  return new WithHeaders([session], {
    'set-cookie': [
      cookieHeader(sessionCookie, secret, { secure }),
      cookieHeader(deviceCookie, device, { secure, maxAgeSeconds: deviceLifetimeSeconds }),
    ],
  })
}

const getInstance = officeEndpoint({
  method: 'GET',
  path: '/instance',
  public: true,
  response: Type.Array(
    record({
      instanceName: Type.String(),
      demo: Type.Partial(Type.Object({ email: Type.String(), password: Type.String() })),
    }),
  ),
  handle: async ({ db, settings }) => {
    const instanceName = await loadInstanceName(db)
    if (!settings.demo) return [{ instanceName, demo: {} }]
    const { email } = await db
      .selectFrom('app_user')
      .select('email')
      .where('is_admin', '=', true)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return [{ instanceName, demo: { email, password: demoPassword } }]
  },
})

const createSession = officeEndpoint({
  method: 'POST',
  path: '/session',
  public: true,
  body: record({
    email: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 1000 }),
    code: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  response: Type.Array(SessionInfo),
  handleInSteps: ({ db, transact, body, origin, now, settings, secrets }) =>
    signIn({ db, transact, secrets }, body, origin, now, (tx, userId) =>
      startSession(tx, userId, { origin, now, settings }),
    ),
})

const getSession = officeEndpoint({
  method: 'GET',
  path: '/session',
  response: Type.Array(SessionInfo),
  handle: async ({ db, principal, origin: { csrfToken }, now, settings }) => {
    const session = { csrfToken, isConfirmed: isConfirmed(principal, now) }
    return [await describeSession(db, principal.userId, session, settings)]
  },
})

const updateSession = officeEndpoint({
  method: 'PATCH',
  path: '/session',
  body: record({ language: Language }),
  handle: async ({ tx, principal, body }) => {
    await tx
      .updateTable('app_user')
      .set({ language: body.language })
      .where('id', '=', principal.userId)
      .execute()
    return []
  },
})

const endSession = officeEndpoint({
  method: 'DELETE',
  path: '/session',
  handle: async ({ tx, principal, origin }) => {
    await tx.deleteFrom('session').where('id', '=', principal.sessionId).execute()
    return new WithHeaders([], { 'set-cookie': cookieHeader(sessionCookie, '', origin) })
  },
})

const invitationParams = Type.Object({ secret: Type.String() })

const getInvitation = officeEndpoint({
  method: 'GET',
  path: '/invitations/{secret}',
  public: true,
  params: invitationParams,
  response: Type.Array(
    record({ email: Type.String(), name: Type.String(), hasSecondFactor: Type.Boolean() }),
  ),
  handle: async ({ db, params, now }) => {
    const { email, name, hasSecondFactor } = await findInvitation(db, params.secret, now)
    return [{ email, name, hasSecondFactor }]
  },
})

const acceptInvitation = officeEndpoint({
  method: 'POST',
  path: '/invitations/{secret}',
  public: true,
  params: invitationParams,
  body: record({ password: Type.String(), code: Type.Optional(Type.String({ maxLength: 20 })) }),
  response: Type.Array(SessionInfo),
  handleInSteps: async ({ db, transact, params, body, origin, now, settings, secrets }) => {
    const owner = await findInvitation(db, params.secret, now)
    const errors = passwordErrors(body.password, owner)
    if (errors.length > 0) throw badRequest(errors)
    const password_hash = await hashPassword(body.password)
    return transact(async (tx) => {
      const { id, userId } = await findInvitation(tx, params.secret, now)
      const failure = await acceptCode(tx, secrets, userId, body.code, now)
      if (failure) return failure
      await redeemInvitation(tx, id, now)
      await tx.updateTable('app_user').set({ password_hash }).where('id', '=', userId).execute()
      // Ends the sessions of everyone who knew the previous password.
      await tx.deleteFrom('session').where('user_id', '=', userId).execute()
      await recordSecurityEvent(tx, { event: 'passwordSet', userId, detail: 'invitation' })
      await notifyAccount(tx, settings, userId, 'passwordSet')
      return startSession(tx, userId, { origin, now, settings })
    })
  },
})

export const sessionEndpoints = [
  getInstance,
  createSession,
  getSession,
  updateSession,
  endSession,
  getInvitation,
  acceptInvitation,
]
