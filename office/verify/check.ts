// Checks certificates and lists with the keys that the page has.
import { hashes, verify as verifyByScript } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import {
  fromPayload,
  type purposes,
  type SignedContent,
  type SignedList,
  signedBytes,
  type VerificationKey,
  type WithdrawnList,
} from '../../server/documents/certificates/content.ts'

/** The data of the page: the keys, and the lists of withdrawn certificates. */
export type PageData = {
  keys: VerificationKey[]
  lists: SignedList[]
  /** Where a saved page finds a newer list. */
  listAddress: string
}

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

// Without TLS, and before 2025, browsers lack WebCrypto's Ed25519.
async function isSigned(
  key: VerificationKey,
  purpose: keyof typeof purposes,
  payload: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [publicKey, message] = [fromBase64url(key.publicKey), new Uint8Array(signedBytes(purpose, payload))]
  try {
    const imported = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, message)
  } catch {
    hashes.sha512 = sha512
    try {
      return verifyByScript(signature, message, publicKey)
    } catch {
      return false
    }
  }
}

/** The lists that are signed by a key of the page, by client. */
export async function readLists({ keys, lists }: PageData): Promise<Map<number, WithdrawnList>> {
  const read = new Map<number, WithdrawnList>()
  for (const { fingerprint, payload, signature } of lists) {
    const key = keys.find((one) => one.fingerprint === fingerprint)
    if (!key || !(await isSigned(key, 'withdrawn', payload, fromBase64url(signature)))) continue
    const list: WithdrawnList = JSON.parse(payload)
    if (list.clientId === key.clientId) read.set(list.clientId, list)
  }
  return read
}

export type Verdict =
  | { state: 'unreadable' | 'unknownKey' | 'invalid' }
  | { state: 'valid' | 'tooLate'; content: SignedContent; list: WithdrawnList | undefined }
  | { state: 'withdrawn'; content: SignedContent; list: WithdrawnList; on: string }

/** @param link of a certificate, or its code alone */
export async function checkCertificate(link: string, data: PageData): Promise<Verdict> {
  const code = link.trim().replace(/^[^#]*#/, '')
  const [fingerprint, encoded, signed] = code.split('.')
  if (!/^[0-9a-f]{16}\.[\w-]+\.[\w-]+$/.test(code)) return { state: 'unreadable' }
  const key = data.keys.find((one) => one.fingerprint === fingerprint)
  if (!key) return { state: 'unknownKey' }
  try {
    const payload = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64url(encoded!))
    if (!(await isSigned(key, 'certificate', payload, fromBase64url(signed!)))) return { state: 'invalid' }
    const content = fromPayload(payload)
    const list = (await readLists(data)).get(key.clientId)
    const found = list?.withdrawn.find(({ number }) => number === content.number)
    if (list && found) return { state: 'withdrawn', content, list, on: found.on }
    const isTooLate = key.retiredOn !== '' && content.issuedOn > key.retiredOn
    return { state: isTooLate ? 'tooLate' : 'valid', content, list }
  } catch {
    return { state: 'invalid' }
  }
}
