import type { FastifyReply } from 'fastify'
import type { FileResponse } from './endpoint.ts'

// A file opened in the browser runs no scripts and loads nothing from other hosts.
const defaultPolicy = "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'"
const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

/** Sends a file instead of records. */
export function sendFile({ type, name, inline, content, policy }: FileResponse, reply: FastifyReply) {
  const quoted = name.replace(/[^ -~]|["\\]/g, '_')
  const disposition = inline ? 'inline' : 'attachment'
  return reply
    .type(type)
    .headers(fileHeaders)
    .header('content-security-policy', policy ?? defaultPolicy)
    .header(
      'content-disposition',
      `${disposition}; filename="${quoted}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(content)
}
