// A handler may return serialized JSON (JsonText): contacts are read by one statement that writes their JSON
// (contacts/contact.record.ts). GET /events is a cached endpoint (cached-endpoint.ts): query and body become one validated
// EventQuery, and the read model returns the cached response or assembles it. secretResponse: the response is not stored for
// the Idempotency-Key.
import type { Readable } from 'node:stream'
import Type, { type Static, type TArray, type TObject, type TSchema } from 'typebox'
import type { Principal } from '../auth/principal.ts'
import type { Db, Tx } from '../database/database.ts'
import type { Files, ReceivedFile } from '../files/files.ts'
import type { Failure, FieldError } from '../ground/errors.ts'
import type { Right } from '../ground/rights.ts'
import type { Instance } from '../instance/instance.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import type { RateLimits } from './request/rate-limit.ts'
import type { CachedResponse as Held } from './response-cache.ts'

/** Only the back office has DELETE. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The context of a request, which every handler receives beside its input. */
type RequestContext = {
  principal: Principal
  settings: Settings
  files: Files
  secrets: Secrets
  /** The calendar date in the instance's time zone. */
  today: string
  now: Date
  rates: RateLimits
  /**
   * Where the request came from, as evidence for consents; whether it used TLS; the CSRF token of its session ('': no session); and
   * the secret in one of its cookies.
   */
  origin: {
    address: string
    agent: string
    secure: boolean
    csrfToken: string
    cookie(name: string): string | undefined
  }
  /** The uploaded file, complete and on disk. */
  file: ReceivedFile | undefined
  /** The files within the body, in its order, complete and on disk. */
  bodyFiles: readonly ReceivedFile[]
}

/** GET handlers read; all others write in a transaction. */
type Connection<M extends Method> = M extends 'GET' ? { db: Db } : { tx: Tx }

/** Runs work in a transaction of the request. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

type InputOf<S> = S extends TSchema ? Static<S> : undefined

/** A JSON array that the database has already serialized. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Records with response headers. */
export class WithHeaders<T = unknown> {
  readonly records: T[]
  readonly headers: Record<string, string | string[]>
  readonly status: 200 | 201
  constructor(records: T[], headers: Record<string, string | string[]>, status: 200 | 201 = 200) {
    this.records = records
    this.headers = headers
    this.status = status
  }
}

/** A file as response, for GET endpoints of the back office. */
export class FileResponse {
  /** The media type. */
  readonly type: string
  /** The file name for downloads. */
  readonly name: string
  /** Displayed by the browser instead of downloaded. */
  readonly inline: boolean
  readonly content: Uint8Array | string | Readable
  /** The Content-Security-Policy of a displayed file; left out: it may run and load nothing. */
  readonly policy: string | undefined
  constructor(file: {
    type: string
    name: string
    inline?: boolean
    content: Uint8Array | string | Readable
    policy?: string
  }) {
    this.type = file.type
    this.name = file.name
    this.inline = file.inline ?? false
    this.content = file.content
    this.policy = file.policy
  }
}

/**
 * The result of a handler: records, streamed records, or serialized records. A Failure that is returned instead of thrown is sent
 * after the transaction has been committed.
 */
export type HandlerResult<R extends TSchema> =
  | Promise<
      Static<R>[] | AsyncIterable<Static<R>> | JsonText | WithHeaders<Static<R>> | FileResponse | Failure
    >
  | AsyncIterable<Static<R>>

/** The validated parts of a request. */
export type RequestInput = { params: unknown; query: unknown; body: unknown; input: unknown }

/** The part of an endpoint's description that every kind of endpoint has. */
type Description<M extends Method, P, Q, B, I, C extends true = true> = {
  method: M
  /** The right, or all rights, that the endpoint requires; left out: any authenticated user. */
  right?: Right | readonly Right[]
  params?: P
  query?: Q
  body?: B
  /** Instead of query and body: parameters in the query, in a JSON body, or in both (decision 2.3). */
  input?: I
  /** An endpoint of the back office that requires no session. */
  public?: true
  /**
   * An endpoint of the back office for which the user must have given the password in the last ten minutes. A GET among them is an
   * export, which the security log records.
   */
  confirmed?: C
  /** The operation can respond with 409 for reasons other than the Idempotency-Key. */
  conflict?: boolean
  /** A successful response contains a secret that is shown once, so that it is not stored for a repeated Idempotency-Key. */
  secretResponse?: true
  /** A POST that changes nothing: a preview. */
  isPreview?: true
  /** A successful response is 201, or 200 if nothing had to be created. */
  creates?: true
  /** The response is a file. */
  isFile?: true
}

/** The part of an endpoint's description that appears in the OpenAPI document. */
type Documentation<R> = {
  /** The operationId; tokens can be limited to operations by it. */
  id: string
  tag: string
  summary: string
  description?: string
  examples: {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    response: R[]
  }
}

type Upload<N extends RequestInput> = {
  /** The handler reads the file, and does not store it. */
  readOnly?: true
  /** Runs before the file is read. */
  check?(input: { params: N['params']; db: Db; principal: Principal }): Promise<void>
  /** Reads the file before the transaction begins, so that it holds no connection meanwhile. */
  prepare?(file: ReceivedFile, input: { query: N['query'] }): Promise<void>
}

/** Methods instead of properties, so that an endpoint with any input is assignable to `Endpoint`. */
type Handlers<C, N extends RequestInput, R extends TSchema> = {
  /**
   * Instead of `handle`: responses are cached, carry an ETag and are compressed by Accept-Encoding (decision 11.6). Called once for
   * an instance; the function that it returns finds the response to a query and is called after `barrier.ensureCurrent()`. Equal queries have
   * equal keys.
   */
  cached?(instance: Instance): CachedLookup<N['input']>['find']
  /**
   * Rules between fields. Their errors are reported together with those of the schema. `areValid` tells whether fields match their
   * schema; a rule reads only fields that do.
   */
  rules?(input: Omit<N, 'params'>, areValid: (...names: string[]) => boolean): FieldError[]
  /** The files within the body. They are received before the transaction, so that it holds no connection meanwhile. */
  bodyFiles?(body: N['body']): readonly Buffer[]
  handle?(context: RequestContext & C & N): HandlerResult<R>
  /**
   * Instead of `handle`, for a write that waits for more than the database (a password's hash): it opens its transactions itself, so
   * that it holds no connection meanwhile.
   */
  handleInSteps?(context: RequestContext & { db: Db; transact: Transact } & N): HandlerResult<R>
}

type CachedLookup<I> = { find(query: I, key: string, today: string): Held | Promise<Held> }

type TypedInput<P, Q, B, I> = {
  params: InputOf<P>
  query: InputOf<Q>
  body: InputOf<B>
  input: InputOf<I>
}

type ObjectSchema = TObject | undefined

/** An endpoint as a value: routing, access, validation, the OpenAPI document and tests follow from it. */
export type Endpoint = Description<Method, ObjectSchema, ObjectSchema, ObjectSchema, ObjectSchema> &
  Documentation<unknown> &
  Handlers<{ db?: Db; tx?: Tx }, RequestInput, TSchema> & {
    /** Path below the prefix in OpenAPI's form: `/contacts/{contactId}`. */
    path: string
    response: TArray
    /** The body is a file. */
    upload?: Upload<RequestInput>
  }

/** Creates an endpoint of the interface. The handler's input and output have the types of the schemas. */
export function endpoint<
  const M extends Method,
  R extends TSchema,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends ObjectSchema = undefined,
  I extends ObjectSchema = undefined,
>(
  definition: Description<M, P, Q, B, I> &
    Documentation<Static<R>> &
    Handlers<Connection<M>, TypedInput<P, Q, B, I>, R> & {
      path: string
      response: TArray<R>
      upload?: Upload<TypedInput<P, Q, B, I>>
    },
): Endpoint {
  return definition
}

/** The rights that an endpoint requires, all of them. */
export const rightsOf = ({ right = [] }: Endpoint): readonly Right[] => [right].flat()

/** An endpoint of the back office with the types of its input and response, for the office's calls (`OfficeEndpoints`). */
export type OfficeEndpoint<Id extends string, Call> = Endpoint & {
  id: Id
  /** Carries the types; undefined at run time. */
  call?: Call
}

/**
 * Creates an endpoint of the back office: like `endpoint`, without documentation. Its path is below `/office/api`. If `response` is
 * left out, the response is a file or empty.
 */
export function officeEndpoint<
  const M extends Method,
  const Path extends string,
  R extends TSchema = TSchema,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends ObjectSchema = undefined,
  const C extends true = never,
>(
  definition: Description<M, P, Q, B, undefined, C> &
    Handlers<Connection<M>, TypedInput<P, Q, B, undefined>, R> & {
      path: Path
      response?: TArray<R>
      upload?: Upload<TypedInput<P, Q, B, undefined>>
    },
): OfficeEndpoint<
  `${M} ${Path}`,
  {
    params: InputOf<P>
    query: InputOf<Q>
    /** Without a schema: a file, where the endpoint takes one. */
    body: B extends TSchema ? Static<B> : M extends 'POST' ? Blob | undefined : undefined
    record: Static<R>
    confirmed: C
  }
> {
  return {
    response: Type.Array(Type.Never()),
    ...definition,
    id: `${definition.method} ${definition.path}`,
    tag: 'Back office',
    summary: '',
    examples: { response: [] },
  }
}
