import type { TObject, TSchema } from 'typebox'
import type { WebsiteKey } from '../../auth/website-key.ts'
import type { FieldError } from '../../ground/errors.ts'
import type { Static } from '../../ground/schema.ts'
import type { Instance } from '../../instance/instance.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CachedResponse } from '../response-cache.ts'

/** A request of a website, behind the barrier. Equal requests have equal `cacheKey`s on a day. */
export type PublicRequest<P = unknown, Q = unknown> = {
  key: WebsiteKey
  params: P
  query: Q
  cacheKey: string
  /** The key, if it came as a parameter: links within the response must have it, too. */
  keyInQuery: string | undefined
  /** The calendar date in the instance's time zone. */
  today: string
  settings: Settings
  /** Where this server is reached from outside; '': not known. */
  publicUrl: string
  /** A page of this server asks: what it is told leads to these pages, and nowhere else. */
  isForPages?: boolean
}

// As a method: the table of endpoints calls it with a request whose parameters have been validated.
type Find<P, Q> = {
  find(request: PublicRequest<P, Q>): CachedResponse | Promise<CachedResponse>
}['find']

/** Instead of a response: the record has another address, below the prefix. */
export class MovedPermanently extends Error {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** An endpoint of the public interface as a value: routing, keys, CORS, validation and the OpenAPI document follow from it. */
export type PublicEndpoint = {
  /** Path below the prefix: `/dates/{id}`. */
  path: string
  id: string
  tag: string
  summary: string
  description?: string
  params?: TObject
  query?: TObject
  rules?(input: { query: unknown }, areValid: (...names: string[]) => boolean): FieldError[]
  /** Statuses of problems beside those that every endpoint has. */
  statuses?: readonly number[]
  /** The schema of a JSON response. */
  response: TSchema
  /** Visitors look at a date or an event with it: with publishable keys, that is counted. */
  isView?: true
  /** Left out: `application/json`. */
  mediaType?: string
  /** The response differs from one request to the next, so that nobody may store it. */
  noStore?: true
  examples: { params?: Record<string, unknown>; query?: Record<string, unknown>; response: unknown }
  /** Called once for an instance. @returns finds the response to a request */
  open(instance: Instance): Find<unknown, unknown>
}

/** `/dates/{id}` in fastify's syntax; `/feed.atom` stays. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

type TypedInput<S extends TObject> = [S] extends [never] ? undefined : Static<S>

/** Creates an endpoint of the public interface. Input and output have the types of the schemas. */
export function publicEndpoint<P extends TObject = never, Q extends TObject = never>(
  definition: Omit<PublicEndpoint, 'params' | 'query' | 'open'> & {
    params?: P
    query?: Q
    open(instance: Instance): Find<TypedInput<P>, TypedInput<Q>>
  },
): PublicEndpoint {
  return definition
}
