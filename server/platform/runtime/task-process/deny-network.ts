// Denies the network to this process, because the permissions of Node 24 do not cover it (those of Node 25 and later do). Imported
// before any other code. Native code is not bound by it, as it is not by the permissions.
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

function denied(): never {
  throw Object.assign(new Error('Access to the network is denied'), { code: 'ERR_ACCESS_DENIED' })
}

const denyMethods = (owner: object, names: string[]): void => {
  for (const name of names) Object.defineProperty(owner, name, { value: denied })
}

const resolvers = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]

denyMethods(net.Socket.prototype, ['connect'])
denyMethods(net.Server.prototype, ['listen'])
denyMethods(dgram.Socket.prototype, ['bind', 'connect', 'send'])
for (const owner of resolvers)
  denyMethods(
    owner,
    Object.getOwnPropertyNames(owner).filter((name) => /^(lookup|resolve|reverse)/.test(name)),
  )
syncBuiltinESMExports()
