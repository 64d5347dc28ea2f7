// The causes of messages.

/** Causes that staff bring about, the strongest first: of several within the delay, the first one's template is sent. */
export const immediateCauses = [
  'date_cancelled',
  'booking_cancelled',
  'transferred',
  'promoted',
  'offered',
  'booked',
  'waitlisted',
  'moved',
  'changed',
] as const

/** Causes by time: days before the start of a date, or after its end. */
export const timedCauses = [
  'joining_instructions',
  'reminder',
  'thanks',
  'trainer_brief',
  'location_list',
] as const

export const causes = [...immediateCauses, ...timedCauses] as const

export type ImmediateCause = (typeof immediateCauses)[number]
export type TimedCause = (typeof timedCauses)[number]
export type Cause = (typeof causes)[number]

export const roles = ['participant', 'orderer', 'trainer', 'location', 'staff'] as const
export type Role = (typeof roles)[number]

export type Language = 'de' | 'en'
export const languages: readonly Language[] = ['de', 'en']
