import type { Settings } from '../../settings/settings.ts'
import type { Endpoint } from '../endpoint.ts'
import type { AuthScheme } from '../send-failure.ts'
import type { BodyLimits } from './request-body.ts'

type Schema = {
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  type?: string
  maxLength?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
}

/** For endpoints that anybody can call. */
const openLimits: BodyLimits = { maxBytes: 8192, maxMs: 5000 }
const leastBytes = 8192

/** For a text without `maxLength`, such as a date or an address, and for a list without `maxItems`. */
const unboundedText = 2000
const unboundedItems = 1000

/**
 * The size limit of a body: 8 KiB for an open endpoint, the documented maximum for the interface, and for the back office what its
 * schema can need.
 */
export function bodyLimitsOf(endpoint: Endpoint, settings: Settings, scheme: AuthScheme): BodyLimits {
  if (endpoint.public) return openLimits
  const { maxBodyBytes } = settings
  if (scheme === 'interface' || !endpoint.body) return { maxBytes: maxBodyBytes }
  return { maxBytes: Math.min(maxBodyBytes, Math.max(leastBytes, largestJson(endpoint.body))) }
}

/** The bytes of the largest JSON that a schema accepts, without spaces; each character has up to four bytes. */
function largestJson(schema: Schema): number {
  if (schema.anyOf) return Math.max(...schema.anyOf.map(largestJson))
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length))
  switch (schema.type) {
    case 'string':
      return 2 + 4 * (schema.maxLength ?? unboundedText)
    case 'array':
      return 2 + (schema.maxItems ?? unboundedItems) * (1 + largestJson(schema.items ?? {}))
    case 'object':
      return Object.entries(schema.properties ?? {}).reduce(
        (sum, [name, property]) => sum + name.length + 4 + largestJson(property),
        2,
      )
    default:
      return 24
  }
}
