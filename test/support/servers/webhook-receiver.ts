// A receiver of webhooks that answers as a test says, and checks signatures as receivers do.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type WebhookReceiver = {
  url: string
  received: Received[]
  /** The types of the messages and their ids: `date.changed 10`. */
  told(): string[]
  /** How the next requests are answered; a number is a status. */
  answer: number | ((response: ServerResponse, request: Received) => void)
  close(): Promise<void>
}

/** Whether one of the signatures of a request is by this secret. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

export async function openWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const received: Received[] = []
  const receiver: WebhookReceiver = {
    url: '',
    received,
    told: () =>
      received.map(({ body }) => {
        const { type, data } = JSON.parse(body)
        return `${type} ${data.id}`
      }),
    answer: 204,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const one = { path: request.url!, headers: request.headers, body: Buffer.concat(pieces).toString() }
    received.push(one)
    if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('answer')
    else receiver.answer(response, one)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
