// Declarations of withdrawal: notes of staff, and the reasons for their decision.
import { bool, fields, longText } from '../../platform/database/fields.ts'

/** The fields that staff write. */
export const withdrawalFields = fields({ isDone: bool, note: longText })

/** Why staff have to decide on a withdrawal. */
export const withdrawalObstacles = [
  /** No order has the code. */
  'unknown',
  /** Another e-mail address ordered. */
  'email',
  /** No consumer ordered. */
  'business',
  /** A part of the order is withdrawn from. */
  'part',
  /** The period was over. */
  'late',
  /** There is no right to withdraw from this event. */
  'exception',
  /** A date has started. */
  'started',
  /** No seat of the order is booked any more. */
  'nothingBooked',
] as const
export type WithdrawalObstacle = (typeof withdrawalObstacles)[number]
