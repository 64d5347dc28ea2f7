// The signature of Standard Webhooks, by Web Crypto.

export type WebhookMessage = {
  /** Of the message: a message that is sent again has the same. */
  id: string
  /** `date.changed`, `booking.created`, … */
  type: string
  timestamp: string
  data: { id: number }
}

/** A message that is not from Kontor, or too old. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookError'
  }
}

export type WebhookRequest = {
  headers: Headers | Record<string, string | string[] | undefined>
  /** As it came, before it is parsed. */
  body: string | Uint8Array<ArrayBuffer>
  /** `whsec_…`; several while it is changed. */
  secret: string | readonly string[]
  /** How old a message may be; left out: 300. */
  toleranceSeconds?: number
}

const headerOf = (headers: WebhookRequest['headers'], name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (value === undefined || value === null || value === '')
    throw new WebhookError(`${name}: the header is missing`)
  return [value].flat().join(' ')
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const importKey = (secret: string) => {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('secret: must be whsec_ and a text in Base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/**
 * Verifies the signature and the age of a message.
 * @returns the message
 * @throws WebhookError unless Kontor has sent it within the last minutes
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookMessage> {
  const { headers, body, secret, toleranceSeconds = 300 } = request
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds))
    throw new WebhookError('webhook-timestamp: the message is too old or too new')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const one of [secret].flat()) {
    const key = await importKey(one)
    for (const signature of signatures) {
      const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
        return { id, ...JSON.parse(text) }
    }
  }
  throw new WebhookError('webhook-signature: does not match')
}
