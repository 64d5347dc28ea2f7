// The second factor: time-based codes of six digits (RFC 6238).
import { Secret, TOTP } from 'otpauth'

const period = 30

const createTotp = (secret: string, label = '', issuer = 'Kontor') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' })

/** A new secret in base32, and its otpauth URI for authenticator apps. */
export function newTotp(label: string, issuer: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: createTotp(secret, label, issuer).toString() }
}

/**
 * The time step of a code, accepted within one step around now. Storing it prevents a second use of the code.
 * @param lastStep the time step of the last code that was used
 * @returns undefined: the code is wrong, or was used before
 */
export function verifyCode(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = createTotp(secret).validate({ token, timestamp: now.getTime(), window: 1 })
  if (delta === null) return undefined
  const step = Math.floor(now.getTime() / 1000 / period) + delta
  return step > lastStep ? step : undefined
}
