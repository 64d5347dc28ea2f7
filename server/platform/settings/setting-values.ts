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
  const message = 'must be smtp:// or smtps:// with a host, and may have a user'
  try {
    const { protocol, hostname, pathname, search, hash, username, password } = new URL(value)
    decodeURIComponent(username + password)
    const isPlain = (pathname === '' || pathname === '/') && search === '' && hash === ''
    const isComplete = /^smtps?:$/.test(protocol) && hostname !== '' && (username !== '' || password === '')
    return isPlain && isComplete ? undefined : message
  } catch {
    return message
  }
}

/** Whether a host of a URL is this machine: its traffic needs no encryption. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

const units: Record<string, number> = { MiB: 2 ** 20, GiB: 2 ** 30 }

/** A part of a disk, or a number of bytes; both 0: none. null: the value is neither. */
export function parseDiskRest(value: string): { share: number; bytes: number } | null {
  const [, number = '', unit = ''] = /^(\d{1,9})(%|MiB|GiB)?$/.exec(value) ?? []
  if (number === '' || (unit === '' && number !== '0') || (unit === '%' && Number(number) > 100)) return null
  return unit === '%'
    ? { share: Number(number) / 100, bytes: 0 }
    : { share: 0, bytes: Number(number) * (units[unit] ?? 0) }
}

/** A part of the memory, or a number of bytes. null: the value is neither. */
export function parseMemory(value: string): { share: number; bytes: number } | null {
  const found = parseDiskRest(value)
  const isUsable = found && (found.share > 0 ? found.share <= 0.75 : found.bytes >= 16 * 2 ** 20)
  return isUsable ? found : null
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

/** `s3://bucket` or `s3://bucket/prefix`, without a slash at the end. */
export const bucketPattern =
  /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/((?:(?!\.{1,2}(?:\/|$))[\w.=-]+\/?)+))?$/

/** @returns what is wrong with it */
export function checkPlace(value: string): string | undefined {
  if (value.trim() === '') return 'must not be empty'
  return !/^s3:/i.test(value) || bucketPattern.test(value.replace(/\/+$/, ''))
    ? undefined
    : 'must be a folder or s3://bucket/prefix, where the prefix has only letters, digits and -_.=/'
}

/** A folder or a bucket, as `checkPlace`, or nothing. @returns what is wrong with it */
export const checkOptionalPlace = (value: string): string | undefined =>
  /[\0\r\n]/.test(value) ? 'must be a path' : value === '' ? undefined : checkPlace(value)

/** @returns what is wrong with it */
export function checkEndpoint(value: string): string | undefined {
  if (value === '') return undefined
  const message = 'must be http:// or https:// with a host, without a user'
  try {
    const { protocol, hostname, search, hash, username, password } = new URL(value)
    return /^https?:$/.test(protocol) && hostname !== '' && search + hash + username + password === ''
      ? undefined
      : message
  } catch {
    return message
  }
}
