// react-admin's auth provider: the session, and what its rights let be seen.
import type { AuthProvider } from 'react-admin'
import type { PartResource, Right } from '../app/section.ts'
import { ApiError, api } from './api.ts'
import { currentSession, may, type Session, setSession } from './session.ts'

export interface SignIn {
  email: string
  password: string
  code?: string
}

async function askSession(): Promise<Session | undefined> {
  try {
    const [session] = await api<Session>('GET', '/session')
    setSession(session)
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}

let asking: Promise<Session | undefined> | undefined

/** The session of this browser; undefined where nobody is signed in. Asked once, however many ask at the same time. */
export async function loadSession(): Promise<Session | undefined> {
  const known = currentSession()
  if (known) return known
  asking ??= askSession().finally(() => {
    asking = undefined
  })
  return asking
}

export async function signIn(given: SignIn): Promise<Session> {
  const [session] = await api<Session>('POST', '/session', given)
  if (!session) throw new ApiError(500, 'shell.error.server')
  setSession(session)
  return session
}

const actions: Record<string, 'list' | 'show' | 'create' | 'edit' | 'delete'> = {
  list: 'list',
  show: 'show',
  create: 'create',
  clone: 'create',
  edit: 'edit',
  delete: 'delete',
  export: 'list',
}

/** The right that an action on a resource needs. */
export function rightFor(resource: PartResource | undefined, action: string): Right | undefined {
  const right = resource?.right
  if (!right || typeof right === 'string' || Array.isArray(right)) return right as Right | undefined
  const rights = right as Exclude<typeof right, Right>
  return rights[actions[action] ?? 'list'] ?? rights.list
}

export function makeAuthProvider(resources: readonly PartResource[]): AuthProvider {
  const named = new Map(resources.map((one) => [one.name, one]))
  return {
    login: (given: SignIn) => signIn(given),
    async logout() {
      if (!currentSession()) return
      try {
        await api('DELETE', '/session')
      } catch (error) {
        // An ended session needs no end. One that could not be ended is still open: the user must know.
        if (!(error instanceof ApiError) || error.status !== 401) throw error
      }
      setSession(undefined)
    },
    async checkAuth() {
      // Without a message: the sign-in page says enough.
      if (!(await loadSession())) throw { message: false }
    },
    // api() has asked to sign in already; what comes here was declined.
    async checkError(error: unknown) {
      if (error instanceof ApiError && error.status === 401) throw { message: false }
    },
    async getIdentity() {
      const session = await loadSession()
      return { id: session?.user.id ?? 0, fullName: session?.user.name ?? '' }
    },
    async getPermissions() {
      const session = await loadSession()
      return { admin: session?.admin ?? false, rights: session?.rights ?? [] }
    },
    async canAccess({ resource, action }) {
      return may(rightFor(named.get(resource), action), await loadSession())
    },
  }
}
