// S/MIME mails that are one opaque part (RFC 8551): signed ones have their content in it, encrypted ones cannot be opened.
import { Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'

const signedData = '1.2.840.113549.1.7.2'
const encrypted = new Set(['1.2.840.113549.1.7.3', '1.2.840.113549.1.9.16.1.23'])

const childrenOf = (value: unknown): unknown[] =>
  value instanceof Sequence || value instanceof Constructed ? value.valueBlock.value : []

/** A ContentInfo of CMS (RFC 5652): its type and its content. */
function contentOf(value: unknown): { type: string; content: unknown } | undefined {
  const [type, wrapped] = childrenOf(value)
  if (!(type instanceof ObjectIdentifier)) return undefined
  return { type: type.valueBlock.toString(), content: childrenOf(wrapped)[0] }
}

/** @returns the signed mail; undefined: there is none, the content is encrypted or damaged */
export function openSignedData(bytes: Uint8Array): { mail?: Uint8Array; isEncrypted: boolean } {
  const { result, offset } = fromBER(bytes)
  const message = offset === -1 ? undefined : contentOf(result)
  if (!message) return { isEncrypted: false }
  if (encrypted.has(message.type)) return { isEncrypted: true }
  const content = message.type === signedData ? contentOf(childrenOf(message.content)[2])?.content : undefined
  return {
    isEncrypted: false,
    ...(content instanceof OctetString && { mail: new Uint8Array(content.getValue()) }),
  }
}
