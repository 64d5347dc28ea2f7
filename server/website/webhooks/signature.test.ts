// The signature of webhooks, as receivers check it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret, signedHeaders } from './signature.ts'

const path = join(import.meta.dirname, '../../../docs/guide/samples/verify-signature/sample.js')
const sample = readFileSync(path, 'utf8')
const { isFromKontor } = await import(`data:text/javascript,${encodeURIComponent(sample)}`)

test('Standard Webhooks (headers `webhook-id`, `webhook-timestamp`, `webhook-signature: v1,…`): their library and the sample of the guide accept it, and nothing else', () => {
  const [first, second, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
  const body = '{"type":"date.changed","data":{"id":1},"text":"ä"}'
  const seconds = Math.floor(Date.now() / 1000)
  const headers = signedHeaders({ messageId: 'msg_1', seconds, body }, [first, second])
  const accepted = (secret: string, given: Record<string, string>, text: string) => {
    const byLibrary = (() => {
      try {
        new Webhook(secret).verify(text, given)
        return true
      } catch {
        return false
      }
    })()
    return [byLibrary, isFromKontor(secret, given, text), isFromKontor(secret, given, Buffer.from(text))]
  }
  for (const secret of [first, second]) assert.deepEqual(accepted(secret, headers, body), [true, true, true])
  const old = signedHeaders({ messageId: 'msg_1', seconds: seconds - 400, body }, [first])
  for (const [secret, given, text] of [
    [other, headers, body],
    [first, headers, body.replace('1', '2')],
    [first, { ...headers, 'webhook-id': 'msg_2' }, body],
    [first, { ...headers, 'webhook-timestamp': String(seconds + 1) }, body],
    [first, { ...headers, 'webhook-signature': 'v1,' }, body],
    [first, {}, body],
    [first, old, body],
  ] as [string, Record<string, string>, string][])
    assert.deepEqual(accepted(secret, given, text), [false, false, false])
})
