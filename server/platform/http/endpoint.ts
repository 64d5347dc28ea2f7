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
type RequestContext<M extends Method> = {
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
} & (M extends 'GET' ? { db: Db } : { tx: Tx })

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

type EndpointDefinition<
  M extends Method,
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TObject | undefined,
  I extends TObject | undefined,
  R extends TSchema,
> = {
  method: M
  /** Path below the prefix in OpenAPI's form: `/contacts/{contactId}`. */
  path: string
  /** The operationId; tokens are narrowed by it. */
  id: string
  tag: string
  summary: string
  description?: string
  /** One right or several that are all needed; left out: any valid token. */
  right?: string | readonly string[]
  params?: P
  query?: Q
  body?: B
  /** Instead of query and body: parameters by query, by JSON body, or both (decision 2.3). */
  input?: I
  /** Of the back office: nobody has to be signed in. */
  public?: true
  response: TArray<R>
  /** The operation can answer 409 beside the Idempotency-Key's. */
  conflict?: boolean
  /**
   * Instead of `handle`: answers are held in memory, have an ETag and are compressed as the client likes (decision 11.6). Given
   * the instance once, it returns what finds the answer to a query; asked behind the barrier. Equal keys: equal queries.
   */
  cached?: (instance: Instance) => (query: InputOf<I>, key: string, today: string) => Held | Promise<Held>
  /**
   * Rules between fields: their faults are told together with those of the shape. `sound` says whether fields have their
   * shape; a rule reads no other.
   */
  rules?: (
    input: { query: InputOf<Q>; body: InputOf<B>; input: InputOf<I> },
    areValid: (...names: string[]) => boolean,
  ) => FieldError[]
  /** The body is a file; `check` runs before it is read. */
  upload?: { check: (input: { params: InputOf<P>; db: Db; principal: Principal }) => Promise<void> }
  examples: {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    response: Static<R>[]
  }
  handle?: (
    context: RequestContext<M> & {
      params: InputOf<P>
      query: InputOf<Q>
      body: InputOf<B>
      input: InputOf<I>
      /** The uploaded file, complete and on disk. */
      file: ReceivedFile | undefined
    },
  ) => HandlerResult<R>
}

/** An operation of the interface as a value: routing, access, validation, the OpenAPI document and tests follow from it. */
export type Endpoint = EndpointDefinition<
  Method,
  TObject | undefined,
  TObject | undefined,
  TObject | undefined,
  TObject | undefined,
  TSchema
>

/** Makes an endpoint; the handler's input and output have the types of its schemas. */
export function endpoint<
  const M extends Method,
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
  I extends TObject | undefined = undefined,
>(definition: EndpointDefinition<M, P, Q, B, I, R>): Endpoint {
  return definition as unknown as Endpoint
}

/** The rights that an endpoint needs, all of them. */
export const rightsOf = ({ right }: Endpoint): readonly string[] =>
  right === undefined ? [] : ([right].flat() as string[])

type OfficeEndpointDefinition<
  M extends Method,
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TObject | undefined,
  R extends TSchema,
> = Omit<
  EndpointDefinition<M, P, Q, B, undefined, R>,
  'id' | 'tag' | 'summary' | 'description' | 'examples' | 'input' | 'cached' | 'conflict' | 'response'
> & {
  /** Left out: the answer is a file or empty. */
  response?: TArray<R>
}

/** An endpoint of the back office: as `endpoint`, without what only the interface's document shows. Its path is below `/office/api`. */
export function officeEndpoint<
  const M extends Method,
  R extends TSchema = TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>(definition: OfficeEndpointDefinition<M, P, Q, B, R>): Endpoint {
  return {
    response: Type.Array(Type.Never()),
    ...definition,
    id: `${definition.method} ${definition.path}`,
    tag: 'Back office',
    summary: '',
    examples: { response: [] },
  } as unknown as Endpoint
}
