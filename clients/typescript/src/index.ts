export {
  type AnswerOf,
  type BodyOf,
  type Category,
  createClient,
  type DateFilters,
  type DatesQuery,
  type EventsQuery,
  type KontorClient,
  type Page,
  type QueryOf,
  type WrittenOf,
} from './client.ts'
export {
  type CopiedRecord,
  type CopiedType,
  type Copy,
  type FollowOptions,
  followChanges,
  type Update,
  type UpdateOptions,
  updateCopy,
} from './copy.ts'
export { KontorError } from './problem.ts'
export type { AnswerCache, CachedAnswer, CallOptions, ClientOptions, WriteOptions } from './transport.ts'
export { verifyWebhook, WebhookError, type WebhookMessage, type WebhookRequest } from './webhooks.ts'
export type * from './website-api.ts'
