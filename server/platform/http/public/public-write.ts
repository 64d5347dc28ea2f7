// The writes of visitors of a website, as values.
import type { TNever, TObject, TSchema } from 'typebox'
import type { WebsiteKey } from '../../auth/website-key.ts'
import type { Reader, Tx } from '../../database/database.ts'
import type { Static } from '../../ground/schema.ts'
import type { Instance } from '../../instance/instance.ts'

/** A writing request of a website, behind the barrier. */
export type PublicWriteRequest<B = unknown> = {
  key: WebsiteKey
  body: B
  now: Date
  /** Of the instance. */
  timeZone: string
  /** The calendar date in this time zone. */
  today: string
  /** Of the visitor. */
  origin: { address: string; agent: string }
  /** The address of the page that the visitor sees, without its query, as the browser tells; '': not told. */
  page: string
}

/** An accepted write that is not done yet: the response is 202. */
export class AcceptedResponse<R> {
  readonly record: R

  constructor(record: R) {
    this.record = record
  }
}

type Described = {
  /** Path below the prefix: `/holds`. The method is POST. */
  path: string
  id: string
  tag: string
  summary: string
  description?: string
  /** Of a response 202, which the work returns as `Accepted`. */
  accepted?: { description: string; response: TSchema; example: unknown }
  examples: { body: unknown; response: unknown }
}

type Handled<B, R, I, H, A, T> = {
  /**
   * Reads what comes from other connections than the transaction's: a transaction that waits for another connection of the pool could
   * wait for itself. A request that is repeated with its Idempotency-Key is read for again, so that only the work may reject it.
   */
  prepare(instance: Instance, request: PublicWriteRequest<B>): Promise<I>
  /** Handles a request. @throws if it is rejected */
  work(tx: T, input: I): Promise<H | AcceptedResponse<A>>
  /**
   * Makes the response of what was handled. Only the latter is stored with an Idempotency-Key: a secret is made here, so that each
   * response has one of its own.
   */
  complete?(instance: Instance, tx: Tx, handled: H): Promise<R>
}

/** Those that store something are handled in a transaction. */
type Storing<B, R, I, H, A> = { isReadOnly?: never } & Handled<B, R, I, H, A, Tx>
/**
 * Nothing is stored but responses with an Idempotency-Key; without one, no transaction is needed. The response is 200, and the request
 * counts as one that reads.
 */
type ReadOnly<B, R, I, H, A> = { isReadOnly: true } & Handled<B, R, I, H, A, Reader>

type Validated = Described & {
  body: TObject
  /** The schema of a successful response; 201 unless nothing is stored. */
  response: TSchema
  /** Whether a request that reads may be a guess of a secret: it counts for the limit of writing, too. */
  isGuess?(body: unknown): boolean
  /** Whether a visitor begins to book with it: with publishable keys, that is counted. */
  isBeginning?(body: unknown): boolean
}

/**
 * A writing endpoint of the public interface as a value: routing, keys, CORS, validation, the transaction, `Idempotency-Key` and the
 * OpenAPI document follow from it.
 */
export type PublicWrite = Validated &
  (
    | Storing<unknown, unknown, unknown, unknown, unknown>
    | ReadOnly<unknown, unknown, unknown, unknown, unknown>
  )

export const successStatusOf = ({ isReadOnly }: PublicWrite): 200 | 201 => (isReadOnly ? 200 : 201)

/** Creates a writing endpoint of the public interface. Input and output have the types of the schemas. */
export function publicWrite<
  B extends TObject,
  R extends TSchema,
  I = never,
  H = Static<R>,
  A extends TSchema = TNever,
>(
  definition: Omit<Described, 'accepted'> & {
    body: B
    response: R
    accepted?: { description: string; response: A; example: Static<A> }
    isGuess?(body: Static<B>): boolean
    isBeginning?(body: Static<B>): boolean
  } & (Storing<Static<B>, Static<R>, I, H, Static<A>> | ReadOnly<Static<B>, Static<R>, I, H, Static<A>>),
): PublicWrite {
  return definition
}
