import type { Readable } from 'node:stream'
import Type, { type Static, type TArray, type TObject, type TSchema } from 'typebox'
import type { Principal } from '../auth/principal.ts'
import type { Db, Tx } from '../database/database.ts'
import type { Files, ReceivedFile } from '../runtime/files.ts'
import type { Instance } from '../runtime/instance.ts'
import type { Settings } from '../runtime/settings.ts'
import type { Failure, FieldError } from './errors.ts'
import type { CachedResponse as Held } from './response-cache.ts'

/** DELETE is the back office's alone. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What every handler is given beside its input. */
type RequestContext = {
  principal: Principal
  settings: Settings
  files: Files
  /** The calendar date in the instance's time zone. */
  today: string
  now: Date
  /**
   * Where the request came from, as evidence for consents; whether over TLS; and the word that its session's writing requests
   * repeat ('': it has none).
   */
  origin: { address: string; agent: string; secure: boolean; csrfToken: string }
  /** The uploaded file, complete and on disk. */
  file: ReceivedFile | undefined
}

/** Reading, or writing in a transaction. */
type Connection<M extends Method> = M extends 'GET' ? { db: Db } : { tx: Tx }

type InputOf<S> = S extends TSchema ? Static<S> : undefined

/** Records that the database has already written as the text of a JSON array. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Records with headers of the answer beside them. */
export class WithHeaders<T = unknown> {
  readonly records: T[]
  readonly headers: Record<string, string>
  constructor(records: T[], headers: Record<string, string>) {
    this.records = records
    this.headers = headers
  }
}

/** A file instead of records: for GET of the back office. */
export class FileResponse {
  /** The media type. */
  readonly type: string
  /** What the browser calls it when it keeps it. */
  readonly name: string
  /** Shown by the browser instead of kept. */
  readonly inline: boolean
  readonly content: Buffer | string | Readable
  /** The Content-Security-Policy where it is shown; left out: it runs and loads nothing. */
  readonly policy: string | undefined
  constructor(file: {
    type: string
    name: string
    inline?: boolean
    content: Buffer | string | Readable
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
 * What an operation answers with: records, streamed records, or their finished text. A Failure that is returned instead of
 * thrown is sent after what was written has been committed.
 */
type HandlerResult<R extends TSchema> =
  | Promise<
      Static<R>[] | AsyncIterable<Static<R>> | JsonText | WithHeaders<Static<R>> | FileResponse | Failure
    >
  | AsyncIterable<Static<R>>

/** The checked parts of a request. */
export type RequestInput = { params: unknown; query: unknown; body: unknown; input: unknown }

/** What an endpoint's schemas say, and what follows from its value beside the handler. */
type Description<M extends Method, P, Q, B, I> = {
  method: M
  /** One right or several that are all needed; left out: any valid token. */
  right?: string | readonly string[]
  params?: P
  query?: Q
  body?: B
  /** Instead of query and body: parameters by query, by JSON body, or both (decision 2.3). */
  input?: I
  /** Of the back office: nobody has to be signed in. */
  public?: true
  /** The operation can answer 409 beside the Idempotency-Key's. */
  conflict?: boolean
}

/** What the interface's document shows of an endpoint. */
type Documentation<R> = {
  /** The operationId; tokens are narrowed by it. */
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
  check(input: { params: N['params']; db: Db; principal: Principal }): Promise<void>
}

/** Methods, not properties, so that an endpoint of any input is an `Endpoint`. */
type Handlers<C, N extends RequestInput, R extends TSchema> = {
  /**
   * Instead of `handle`: answers are held in memory, have an ETag and are compressed as the client likes (decision 11.6). Given
   * the instance once, it returns what finds the answer to a query; asked behind the barrier. Equal keys: equal queries.
   */
  cached?(instance: Instance): CachedLookup<N['input']>['find']
  /**
   * Rules between fields: their faults are told together with those of the shape. `areValid` says whether fields have their
   * shape; a rule reads no other.
   */
  rules?(input: Omit<N, 'params'>, areValid: (...names: string[]) => boolean): FieldError[]
  handle?(context: RequestContext & C & N): HandlerResult<R>
}

type CachedLookup<I> = { find(query: I, key: string, today: string): Held | Promise<Held> }

type TypedInput<P, Q, B, I> = {
  params: InputOf<P>
  query: InputOf<Q>
  body: InputOf<B>
  input: InputOf<I>
}

type ObjectSchema = TObject | undefined

/** An operation of the interface as a value: routing, access, validation, the OpenAPI document and tests follow from it. */
export type Endpoint = Description<Method, ObjectSchema, ObjectSchema, ObjectSchema, ObjectSchema> &
  Documentation<unknown> &
  Handlers<{ db?: Db; tx?: Tx }, RequestInput, TSchema> & {
    /** Path below the prefix in OpenAPI's form: `/contacts/{contactId}`. */
    path: string
    response: TArray
    /** The body is a file; `check` runs before it is read. */
    upload?: Upload<RequestInput>
  }

/** Makes an endpoint; the handler's input and output have the types of its schemas. */
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

/** The rights that an endpoint needs, all of them. */
export const rightsOf = ({ right }: Endpoint): readonly string[] =>
  right === undefined ? [] : typeof right === 'string' ? [right] : right

/** An endpoint of the back office with the types of what it takes and gives, for the office's calls (`OfficeEndpoints`). */
export type OfficeEndpoint<Id extends string, Call> = Endpoint & {
  id: Id
  /** Never there: it carries the types. */
  call?: Call
}

/**
 * An endpoint of the back office: as `endpoint`, without what only the interface's document shows. Its path is below
 * `/office/api`. A response that is left out: the answer is a file or empty.
 */
export function officeEndpoint<
  const M extends Method,
  const Path extends string,
  R extends TSchema = TSchema,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends ObjectSchema = undefined,
>(
  definition: Description<M, P, Q, B, undefined> &
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
