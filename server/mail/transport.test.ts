// Connections to the mail server: a password never goes over one that is not encrypted, and certificates are validated.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { checkMailServer } from './transport.ts'

/** A mail server on this machine, by an address that does not count as loopback; its certificate is signed by nobody. */
async function withServer<T>(
  options: { secure: boolean; offersTls: boolean },
  run: (host: string, signIns: string[]) => Promise<T>,
): Promise<T> {
  const signIns: string[] = []
  const server = new SMTPServer({
    secure: options.secure,
    disabledCommands: options.offersTls ? [] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username = '' }, _session, done) => {
      signIns.push(username)
      done(null, { user: username })
    },
  })
  // Clients that go away are no fault of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  try {
    return await run(`0.0.0.0:${port}`, signIns)
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const check = (url: string) =>
  checkMailServer({ server: new URL(url), from: { name: '', address: 'a@kontor.example' }, perMinute: 0 })

test('without TLS, a server with a password gets none of it; one without a password is used', async () => {
  await withServer({ secure: false, offersTls: false }, async (host, signIns) => {
    assert.match((await check(`smtp://office:geheim@${host}`))!, /STARTTLS|TLS/i)
    assert.deepEqual(signIns, [])
    assert.equal(await check(`smtp://${host}`), undefined)
  })
})

test('a certificate that nobody has signed ends the connection, also where TLS is only offered', async () => {
  await withServer({ secure: true, offersTls: true }, async (host, signIns) => {
    assert.match((await check(`smtps://office:geheim@${host}`))!, /certificate/i)
    assert.deepEqual(signIns, [])
  })
  await withServer({ secure: false, offersTls: true }, async (host, signIns) => {
    assert.match((await check(`smtp://office:geheim@${host}`))!, /certificate/i)
    assert.match((await check(`smtp://${host}`))!, /certificate/i)
    assert.deepEqual(signIns, [])
  })
})
