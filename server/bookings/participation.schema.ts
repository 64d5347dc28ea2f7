// Interface: "Event participation".
import Type, { type Static } from 'typebox'
import { Id, record } from '../platform/http/schema.ts'

/** A booking of a contact; `date` is the start date, `YYYY-MM-DD`. */
export const Participation = record(
  {
    date: Type.String(),
    eventName: Type.String(),
    articleNo: Type.String(),
    partStatus: Type.String(),
    partId: Id,
    dateId: Id,
  },
  'Participation',
)
export type Participation = Static<typeof Participation>
