// The client of a request (decision 3.4).
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import { badRequest, Failure, type FieldError, forbidden } from '../platform/ground/errors.ts'
import { accessErrors } from './access.errors.ts'

/** The client whose rows name none; 0: there is no client. */
export async function firstClient(reader: Reader): Promise<number> {
  const first = await reader.selectFrom('client').select('id').orderBy('id').executeTakeFirst()
  return first?.id ?? 0
}

const unknownClient: FieldError = { field: 'clientId', ...accessErrors.unknownClient() }

/**
 * The client that a request names, or the default client of the token's user.
 * Administrators have all rights, but must belong to the client, too.
 * @throws Failure 400 `clientId` if there is no such client, 403 if the user does not belong to it
 */
export async function resolveClient(
  principal: Principal,
  reader: Reader,
  clientId: number | undefined,
): Promise<number> {
  if (clientId === undefined) return defaultClient(principal)
  if (principal.clientIds.includes(clientId)) return clientId
  const client = await reader.selectFrom('client').select('id').where('id', '=', clientId).executeTakeFirst()
  if (!client) throw badRequest([unknownClient])
  throw forbidden(accessErrors.notConnectedWithClient())
}

/** As `resolveClient`, for a request that reports several errors at once: an unknown client is returned as an error. */
export async function resolveClientOrError(
  principal: Principal,
  reader: Reader,
  clientId: number | undefined,
): Promise<{ id: number } | { error: FieldError }> {
  try {
    return { id: await resolveClient(principal, reader, clientId) }
  } catch (error) {
    if (error instanceof Failure && error.status === 400) return { error: unknownClient }
    throw error
  }
}

/** The default client of the token's user. @throws Failure 403 if the user belongs to no client */
export function defaultClient(principal: Principal): number {
  if (principal.defaultClientId === 0) throw forbidden(accessErrors.noClient())
  return principal.defaultClientId
}
