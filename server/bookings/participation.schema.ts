// Interface: "Event participation".
import Type, { type Static } from 'typebox'
import { described, Id, record } from '../platform/ground/schema.ts'

/** A booking of a contact; `date` is the start date, `YYYY-MM-DD`. */
export const Participation = record(
  described(
    {
      date: Type.String(),
      eventName: Type.String(),
      articleNo: Type.String(),
      partStatus: Type.String(),
      partId: Id,
      dateId: Id,
    },
    {
      date: 'First day of the date, `YYYY-MM-DD`',
      eventName: 'Title of the event',
      articleNo: 'Article number of the date',
      partStatus:
        '`interested`, `reserved`, `waitlisted`, `booked`, `attended`, `absent` or `cancelled`; the instance may have further values',
      partId: 'Id of the participation',
      dateId: 'Id of the date',
    },
  ),
  'Participation',
  'A booking of a contact',
)
export type Participation = Static<typeof Participation>
