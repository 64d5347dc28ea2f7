// The content of a mail: its text and its attachments.

export type MailAttachment = { fileName: string; contentType: string; content: Buffer }

/** An iCalendar file: mail programs offer to enter or remove its appointment. */
export type CalendarFile = { fileName: string; method: 'REQUEST' | 'CANCEL'; content: string }

export type MailContent = {
  subject: string
  text: string
  html: string
  /** Of a message, as it is kept; left out: the HTML. */
  body?: string
  /** Left out: the sender of the instance. */
  from?: { name: string; address: string }
  /** Left out: the recipient of the outbox. */
  recipient?: string
  /** Of a mail to several: all of them; the recipient is one. */
  to?: readonly string[]
  cc?: readonly string[]
  /** A person wrote it: other programs may answer it by themselves. */
  isPersonal?: boolean
  replyTo?: string
  /** The Message-ID of the mail that this one answers, and those of its thread. */
  inReplyTo?: string
  references?: readonly string[]
  attachments?: readonly MailAttachment[]
  calendar?: CalendarFile | undefined
}
