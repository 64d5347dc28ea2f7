// Requests to the back office, signed in as the administrator.
import { randomBytes } from 'node:crypto'
import { tokenHash } from '../../../server/platform/auth/principal.ts'
import { csrfHeader, csrfTokenOf, sessionCookie } from '../../../server/platform/auth/session.ts'
import { sendRequest } from '../../support/kontor.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'

/** Requests a path below /office/api: a GET, or with a body a POST. @returns the time in milliseconds, and the number of records, 0 of a file */
type OfficeReader = (path: string, body?: object) => Promise<{ durationMs: number; count: number }>

/** Signs the administrator in. @returns the headers of the session's requests */
export async function openOfficeSession({
  instance,
}: LoadedInstance): Promise<{ cookie: string; [header: string]: string }> {
  const secret = randomBytes(32).toString('base64url')
  await instance.client.query(
    'insert into session (user_id, hash) select min(id), $1 from app_user where is_admin',
    [tokenHash(secret)],
  )
  return { cookie: `${sessionCookie}=${secret}`, [csrfHeader]: csrfTokenOf(secret) }
}

export async function signInToOffice(loaded: LoadedInstance): Promise<OfficeReader> {
  const headers = await openOfficeSession(loaded)
  const { service } = loaded
  return async (path, body) => {
    const began = performance.now()
    const { status, bytes } = await sendRequest(service.address, `/office/api${path}`, {
      token: '',
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const durationMs = performance.now() - began
    if (status !== 200) throw new Error(`${path} returned ${status}: ${bytes}`)
    const isFile = !bytes.subarray(0, 1).equals(Buffer.from('['))
    return { durationMs, count: isFile ? 0 : (JSON.parse(bytes.toString()) as unknown[]).length }
  }
}
