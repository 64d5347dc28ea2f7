// Which addresses webhooks may reach.
import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, test } from 'node:test'
import { openWebhookReceiver } from '../../../test/support/servers/webhook-receiver.ts'
import { parseProxies } from '../../platform/settings/setting-values.ts'
import { type PostOptions, post } from './post.ts'
import { isReachable, metadataAddresses, namesPrivateAddress, publicLookup } from './private-address.ts'

const receiver = await openWebhookReceiver()
after(() => receiver.close())
const loopback = parseProxies('loopback')!
const { signal } = new AbortController()
const call = (url: string, options: Partial<PostOptions> = {}) =>
  post(url, { 'webhook-id': 'msg_1' }, '{}', { allowedNetworks: undefined, signal, ...options })

test('addresses of this machine and of private networks are refused in every notation', () => {
  for (const host of [
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '192.0.0.1', '198.18.0.1'],
    ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '1２7.0.0.1'],
    ...['[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[ff02::1]'],
    ...['localhost', 'LOCALHOST.', 'a.localhost'],
  ])
    assert.equal(namesPrivateAddress(new URL(`http://${host}/`), undefined), true, host)
  for (const host of ['93.184.215.14', '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]', 'example.org'])
    assert.equal(namesPrivateAddress(new URL(`http://${host}/`), undefined), false, host)
})

test('addresses of the metadata of cloud providers are refused, whatever the setting allows', () => {
  const everything = parseProxies('0.0.0.0/0, ::/0')!
  assert.equal(isReachable('10.1.2.3', everything), true)
  for (const address of metadataAddresses) {
    const notations = isIPv4(address) ? [address, `::ffff:${address}`] : [address]
    for (const notation of notations)
      for (const allowed of [undefined, everything])
        assert.equal(isReachable(notation, allowed), false, notation)
    const url = new URL(`http://${isIPv4(address) ? address : `[${address}]`}/`)
    assert.equal(namesPrivateAddress(url, everything), true, address)
  }
})

test('every address of this machine is refused, in every range', () => {
  for (const { address } of Object.values(networkInterfaces()).flatMap((one) => one ?? []))
    assert.equal(isReachable(address, undefined), false, address)
})

test('the setting allows its networks and no others', () => {
  const allowed = parseProxies('10.0.0.0/8, loopback, fd00::/8')!
  for (const address of ['10.9.9.9', '127.0.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])
    assert.equal(isReachable(address, allowed), true, address)
  for (const address of ['192.168.1.1', '169.254.169.254', 'fe80::1'])
    assert.equal(isReachable(address, allowed), false, address)
})

test('Addresses of this machine and of private networks are refused unless a setting allows them (also after a redirect and by DNS)', async () => {
  const { port } = new URL(receiver.url)
  assert.deepEqual(
    [(await call(receiver.url)).error, (await call(`http://localhost:${port}/`)).error],
    ['private_address', 'private_address'],
  )
  const lookupTo = (addresses: LookupAddress[]) =>
    publicLookup(undefined, (_host, callback) => callback(null, addresses))
  const own = { address: '127.0.0.1', family: 4 }
  for (const addresses of [[own], [{ address: '93.184.215.14', family: 4 }, own]]) {
    const outcome = await call(`http://hooks.example:${port}/`, { lookup: lookupTo(addresses) })
    assert.deepEqual([outcome.status, outcome.error], [0, 'private_address'])
  }
  assert.deepEqual(receiver.received, [])
})

test('the connection uses the address that was checked', async () => {
  let count = 0
  const lookup = publicLookup(loopback, (_host, callback) => {
    count++
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  })
  const { port } = new URL(receiver.url)
  const outcome = await call(`http://hooks.example:${port}/x?y=1`, { allowedNetworks: loopback, lookup })
  assert.deepEqual([outcome.status, outcome.error, count], [204, '', 1])
  assert.equal(receiver.received.at(-1)!.path, '/x?y=1')
})

test('a redirect is not followed', async () => {
  const target = await openWebhookReceiver()
  receiver.answer = (response) => response.writeHead(307, { location: target.url }).end('moved')
  const outcome = await call(receiver.url, { allowedNetworks: loopback })
  assert.deepEqual([outcome.status, outcome.error, outcome.answer], [307, 'redirect', 'moved'])
  assert.deepEqual(target.received, [])
  await target.close()
})

test('an answer that comes too late, breaks off, or does not come is a failure', async () => {
  const options = { allowedNetworks: loopback, timeoutMs: 500 }
  receiver.answer = () => {}
  assert.equal((await call(receiver.url, options)).error, 'timeout')
  receiver.answer = (response) => response.destroy()
  assert.equal((await call(receiver.url, options)).error, 'ECONNRESET')
  const dead = await openWebhookReceiver()
  await dead.close()
  assert.equal((await call(dead.url, options)).error, 'ECONNREFUSED')
  assert.equal((await call('https://127.0.0.1:1/', options)).error, 'ECONNREFUSED')
})

test('the status counts, also if the body does not end; the beginning of the body is kept', async () => {
  const options = { allowedNetworks: loopback, timeoutMs: 500 }
  receiver.answer = (response) => void response.writeHead(200).write('a\0b')
  const stalled = await call(receiver.url, options)
  assert.deepEqual([stalled.status, stalled.answer, stalled.error], [200, 'ab', ''])
  receiver.answer = (response) => response.writeHead(500).end('x'.repeat(100_000))
  const long = await call(receiver.url, options)
  assert.deepEqual([long.status, long.answer.length], [500, 2048])
})
