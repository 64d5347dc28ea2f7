// Values of settings that have a form of their own.
import { BlockList, isIP } from 'node:net'

/** Host names, separated by commas. */
export const parseHosts = (value: string): string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** @returns undefined: none; null: the value names something else */
export function parseProxies(value: string): BlockList | undefined | null {
  if (value.trim() === '') return undefined
  const proxies = new BlockList()
  const entries = value
    .split(',')
    .flatMap((entry) => (entry.trim() === 'loopback' ? loopback : [entry.trim()]))
  for (const entry of entries) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const version = isIP(address)
    const bits = version === 6 ? 128 : 32
    if (version === 0 || Number(prefix ?? bits) > bits) return null
    proxies.addSubnet(address, Number(prefix ?? bits), version === 6 ? 'ipv6' : 'ipv4')
  }
  return proxies
}

const loopback = ['127.0.0.0/8', '::1']

/** @returns what is wrong with it */
export function checkSmtpUrl(value: string): string | undefined {
  if (value === '') return undefined
  const message = 'must be smtp:// or smtps:// with a host, and a user with a password or none'
  try {
    const { protocol, hostname, pathname, search, hash, username, password } = new URL(value)
    decodeURIComponent(username + password)
    const isPlain = (pathname === '' || pathname === '/') && search === '' && hash === ''
    const isComplete =
      /^smtps?:$/.test(protocol) && hostname !== '' && (username === '') === (password === '')
    return isPlain && isComplete ? undefined : message
  } catch {
    return message
  }
}

const units: Record<string, number> = { MiB: 2 ** 20, GiB: 2 ** 30 }

/** A part of a disk, or a number of bytes; both 0: none. null: the value is neither. */
export function parseDiskRest(value: string): { share: number; bytes: number } | null {
  const [, number = '', unit = ''] = /^(\d{1,9})(%|MiB|GiB)?$/.exec(value) ?? []
  if (number === '' || (unit === '' && number !== '0') || (unit === '%' && Number(number) > 100)) return null
  return unit === '%'
    ? { share: Number(number) / 100, bytes: 0 }
    : { share: 0, bytes: Number(number) * (units[unit] ?? 0) }
}

/** @returns what is wrong with it */
export function checkTimeZone(value: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return undefined
  } catch {
    return 'must be a time zone such as Europe/Berlin'
  }
}

/** Splits a command at spaces outside quotes. @returns undefined for an empty text */
export function parseCommand(value: string): readonly [string, ...string[]] | undefined {
  const [program, ...args] = Array.from(
    value.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, quoted, single, word]) => quoted ?? single ?? word!,
  )
  return program === undefined ? undefined : [program, ...args]
}

/** `Name <address>`, or an address. */
export const mailFromPattern = /^(?:([^<>"\p{Cc}]*)<([^\s<>@,;]+@[^\s<>@,;]+)>|([^\s<>@,;]+@[^\s<>@,;]+))$/u
