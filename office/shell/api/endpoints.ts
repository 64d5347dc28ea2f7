// Types of calls, derived from the server's endpoint values.
import type { OfficeEndpoints } from '../../../server/office.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Call = keyof OfficeEndpoints

/** The paths of a method: `/leads/{leadId}`. */
export type PathOf<M extends Method> = Call extends infer C
  ? C extends `${M} ${infer P}`
    ? P
    : never
  : never

/** The paths of the exports, for which the user has to give the password. */
export type ExportPath = Call extends infer C
  ? C extends `GET ${infer P}`
    ? [OfficeEndpoints[Extract<Call, C>]['confirmed']] extends [never]
      ? never
      : P
    : never
  : never

/** The paths that a link may lead to, and an image or a frame may show. */
export type LinkPath = Exclude<PathOf<'GET'>, ExportPath>

type CallOf<M extends Method, P extends string> = OfficeEndpoints[Extract<Call, `${M} ${P}`>]

/** One record of a response. */
export type Answer<M extends Method, P extends string> = CallOf<M, P>['record']

/** The body of a call. */
export type BodyOf<M extends Method, P extends string> = CallOf<M, P>['body']

// biome-ignore lint/complexity/noBannedTypes: `{}` tests whether all fields are optional
type Empty = {}
type IsRequired<T> = undefined extends T ? false : Empty extends T ? false : true

/** The given parts of a call that the endpoint takes; a part whose fields are all optional is optional. */
type CallParts<T> = { [K in keyof T as IsRequired<T[K]> extends true ? K : never]: T[K] } & {
  [K in keyof T as IsRequired<T[K]> extends true ? never : T[K] extends undefined ? never : K]?: T[K]
}

type InputParts<T> = T extends {
  params: infer P extends object | undefined
  query: infer Q extends object | undefined
  body: infer B
}
  ? CallParts<{ params: P; query: Q; body: B }>
  : never

/** Parameters of the path, query and body of a call. */
export type Input<M extends Method, P extends string> = InputParts<CallOf<M, P>>

/** The arguments of a call after its path; none are required if the endpoint requires no input. */
export type Arguments<T> = Empty extends T ? [input?: T] : [input: T]

/** A record of a resource (`GET /leads/{leadId}`). */
export type RecordOf<R extends string> = OfficeEndpoints[Exclude<
  Extract<Call, `GET /${R}/{${string}}`>,
  `GET /${R}/{${string}}/${string}`
>]['record']

/** A row of a resource's list (`GET /leads`). */
export type RowOf<R extends string> = Answer<'GET', `/${R}`>
