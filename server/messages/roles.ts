// The roles of recipients.
export const roles = ['participant', 'orderer', 'trainer', 'location', 'staff'] as const
export type Role = (typeof roles)[number]
