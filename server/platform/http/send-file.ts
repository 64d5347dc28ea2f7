import type { FastifyReply } from 'fastify'
import type { FileAnswer } from './endpoint.ts'

// Whatever a file holds, it runs no script and shows nothing of other hosts where a browser opens it.
const strict = "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'"
const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

/** Sends a file instead of records. */
export function sendFile({ type, name, inline, content, policy }: FileAnswer, reply: FastifyReply) {
  const quoted = name.replace(/[^ -~]|["\\]/g, '_')
  const kind = inline ? 'inline' : 'attachment'
  return reply
    .type(type)
    .headers(fileHeaders)
    .header('content-security-policy', policy ?? strict)
    .header(
      'content-disposition',
      `${kind}; filename="${quoted}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(content)
}
