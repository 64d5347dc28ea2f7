/** Answers to the calendar entry of a date (RFC 5546), and whether staff need not do anything then. */
export const invitationAnswers = {
  accepted: { isDone: true },
  declined: { isDone: false },
  tentative: { isDone: false },
} as const

export type InvitationAnswer = keyof typeof invitationAnswers
export const invitationAnswerNames = Object.keys(invitationAnswers) as InvitationAnswer[]
