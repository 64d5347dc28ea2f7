// react-admin's auth provider: the session and its rights.
import type { AuthProvider } from 'react-admin'
import { ApiError, api } from './api.ts'
import { currentSession, hasRight, type RequiredRight, type Session, setSession } from './session.ts'

export interface Credentials {
  email: string
  password: string
  code?: string
}

async function fetchSession(): Promise<Session | undefined> {
  try {
    const [session] = await api('GET', '/session')
    setSession(session)
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}

let pendingSession: Promise<Session | undefined> | undefined

/** The session of this browser; undefined if nobody is signed in. Concurrent calls share one request. */
export async function loadSession(): Promise<Session | undefined> {
  const cached = currentSession()
  if (cached) return cached
  pendingSession ??= fetchSession().finally(() => {
    pendingSession = undefined
  })
  return pendingSession
}

export async function signIn(credentials: Credentials): Promise<Session> {
  const [session] = await api('POST', '/session', { body: credentials })
  if (!session) throw new ApiError(500, { message: 'shell.error.server' })
  setSession(session)
  return session
}

/** Rights by page; the default is the right of `list`. */
export type Rights =
  | RequiredRight
  | {
      list?: RequiredRight
      show?: RequiredRight
      create?: RequiredRight
      edit?: RequiredRight
      delete?: RequiredRight
    }

const isRight = (rights: Rights): rights is RequiredRight =>
  typeof rights === 'string' || Array.isArray(rights)

/** A resource with the rights that its pages need. */
interface GuardedResource {
  name: string
  right?: Rights
}

const actionRights: Record<string, 'list' | 'show' | 'create' | 'edit' | 'delete'> = {
  list: 'list',
  show: 'show',
  create: 'create',
  clone: 'create',
  edit: 'edit',
  delete: 'delete',
  export: 'list',
}

/** The right that an action on a resource needs. */
export function rightFor(resource: GuardedResource | undefined, action: string): RequiredRight | undefined {
  const rights = resource?.right
  if (!rights || isRight(rights)) return rights
  return rights[actionRights[action] ?? 'list'] ?? rights.list
}

export function createAuthProvider(resources: readonly GuardedResource[]): AuthProvider {
  const byName = new Map(resources.map((one) => [one.name, one]))
  return {
    login: (credentials: Credentials) => signIn(credentials),
    async logout() {
      if (!currentSession()) return
      try {
        await api('DELETE', '/session')
      } catch (error) {
        // 401: the session has already ended. After any other error it is still open, and the user must know.
        if (!(error instanceof ApiError) || error.status !== 401) throw error
      }
      setSession(undefined)
    },
    async checkAuth() {
      if (!(await loadSession())) throw { message: false }
    },
    // `request` has prompted for signing in; a 401 here means that the user declined.
    async checkError(error: unknown) {
      if (error instanceof ApiError && error.status === 401) throw { message: false }
    },
    async getIdentity() {
      const session = await loadSession()
      return { id: session?.user.id ?? 0, fullName: session?.user.name ?? '' }
    },
    async getPermissions() {
      const session = await loadSession()
      return { admin: session?.isAdmin ?? false, rights: session?.rights ?? [] }
    },
    async canAccess({ resource, action }) {
      return hasRight(rightFor(byName.get(resource), action), await loadSession())
    },
  }
}
