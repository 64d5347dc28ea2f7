// Types of dates. `EventDate`, because `Date` is JavaScript's.
import type { RecordOf, RowOf } from '../../shell/api/endpoints.ts'

export type EventDate = RecordOf<'dates'>
export type ListedDate = RowOf<'dates'>
