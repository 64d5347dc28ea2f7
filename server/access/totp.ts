// The second factor: codes by time (RFC 6238), six digits every 30 seconds.
import { Secret, TOTP } from 'otpauth'

const period = 30

const createTotp = (secret: string, label = '', issuer = 'Kontor') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' })

/** A new secret, base32, and the address that an authenticator takes it from. */
export function newTotp(label: string, issuer: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: createTotp(secret, label, issuer).toString() }
}

/**
 * The step of a code that is right now or half a minute around it, so that it can be refused a second time.
 * @param lastStep the last step that was taken
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
