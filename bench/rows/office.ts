// The back office as the benchmark asks it: signed in as the administrator.
import { randomBytes } from 'node:crypto'
import { tokenHash } from '../../server/platform/auth/principal.ts'
import { sessionCookie } from '../../server/platform/auth/session.ts'
import { ask } from '../instance/kontor.ts'
import type { Loaded } from '../instance/loaded.ts'

/** Reads a path below /office/api: how long it took in milliseconds, and how many records came. */
export type Read = (path: string) => Promise<{ took: number; count: number }>

export async function openOffice({ instance, service }: Loaded): Promise<Read> {
  const secret = randomBytes(32).toString('base64url')
  await instance.client.query(
    'insert into session (user_id, hash) select min(id), $1 from app_user where is_admin',
    [tokenHash(secret)],
  )
  const headers = { cookie: `${sessionCookie}=${secret}` }
  return async (path) => {
    const began = performance.now()
    const { status, bytes } = await ask(service.address, `/office/api${path}`, { token: '', headers })
    const took = performance.now() - began
    if (status !== 200) throw new Error(`${path} answers ${status}: ${bytes}`)
    return { took, count: (JSON.parse(bytes.toString()) as unknown[]).length }
  }
}
