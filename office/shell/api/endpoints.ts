// The types of the server's endpoints, as its own values have them: nothing is declared twice.
import type { OfficeEndpoints } from '../../../server/office.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Call = keyof OfficeEndpoints

/** The paths of a method: `/leads/{leadId}`. */
export type PathOf<M extends Method> = Call extends infer C
  ? C extends `${M} ${infer P}`
    ? P
    : never
  : never

type CallOf<M extends Method, P extends string> = OfficeEndpoints[Extract<Call, `${M} ${P}`>]

/** One record of what a call answers with. */
export type Answer<M extends Method, P extends string> = CallOf<M, P>['record']

/** The body that a call takes. */
export type BodyOf<M extends Method, P extends string> = CallOf<M, P>['body']

// biome-ignore lint/complexity/noBannedTypes: the type that every field of may be left out
type Empty = {}
type IsRequired<T> = undefined extends T ? false : Empty extends T ? false : true

/** What the endpoint takes of these: what may be empty may be left out. */
type Given<T> = { [K in keyof T as IsRequired<T[K]> extends true ? K : never]: T[K] } & {
  [K in keyof T as IsRequired<T[K]> extends true ? never : T[K] extends undefined ? never : K]?: T[K]
}

type Taken<T> = T extends {
  params: infer P extends object | undefined
  query: infer Q extends object | undefined
  body: infer B
}
  ? Given<{ params: P; query: Q; body: B }>
  : never

/** Parameters of the path, query and body of a call. */
export type Input<M extends Method, P extends string> = Taken<CallOf<M, P>>

/** What a call is given behind its path; nothing where the endpoint needs nothing. */
export type Arguments<T> = Empty extends T ? [input?: T] : [input: T]

/** A record of a resource, as its page reads it (`GET /leads/{leadId}`). */
export type RecordOf<R extends string> = OfficeEndpoints[Exclude<
  Extract<Call, `GET /${R}/{${string}}`>,
  `GET /${R}/{${string}}/${string}`
>]['record']

/** A row of a resource's list (`GET /leads`). */
export type RowOf<R extends string> = Answer<'GET', `/${R}`>
