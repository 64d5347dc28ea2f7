// A mail of the mailbox as plain data: it is copied between processes.
import type { MailProblem } from '../mail-problems.ts'
import type { AuthenticatedSender } from './authenticate-sender.ts'
import type { ReceivedAnswer } from './read-invitation-answer.ts'

/** The part of a mail server's report about a recipient (RFC 3464). */
export type RecipientReport = {
  /** As the sender wrote it, where the report says so. */
  recipient: string
  /** For example 5.1.1; '': unknown. */
  status: string
  reason: string
}

/** A report that mail was not delivered. */
export type DeliveryReport = {
  /** The Message-ID of the mail that came back; '': the report does not tell it. */
  messageId: string
  /** Those to whom it was not delivered. */
  recipients: RecipientReport[]
}

export type Letter = {
  subject: string
  /** `Name <address>`, or the address; '': there is none. */
  from: string
  /** Of the header Reply-To, in the same form. */
  replyTo: string
  /** To and Cc. */
  to: string
  /** Message-IDs without angle brackets: its own, and those that it answers, the nearest first. */
  messageId: string
  threadIds: string[]
  /** When it was written, as its header Date says; '': it does not, or no time. */
  writtenAt: string
  /** Written by a program (RFC 3834). */
  isAutomatic: boolean
  sender: AuthenticatedSender
  /** HTML or plain text. */
  body: string
  attachments: { name: string; content: Uint8Array }[]
  /** Whether parts were left out. */
  lacksAttachments: boolean
  report: DeliveryReport | undefined
  /** The answer to the calendar entry of a date. */
  answer: ReceivedAnswer | undefined
  problem: MailProblem
}
