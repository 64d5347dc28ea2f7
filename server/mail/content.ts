// What is sent: the text of a mail, and what goes with it.

export type MailAttachment = { fileName: string; contentType: string; content: Buffer }

/** An iCalendar file: mail programs offer to enter or remove its appointments. */
export type CalendarFile = { fileName: string; method: 'REQUEST' | 'CANCEL'; content: string }

export type MailContent = {
  subject: string
  text: string
  html: string
  /** Of a message, as it is kept; left out: the HTML. */
  body?: string
  /** Left out: the recipient of the outbox. */
  recipient?: string
  replyTo?: string
  /** The Message-ID of the mail that this one answers, and those of its thread. */
  inReplyTo?: string
  references?: readonly string[]
  attachments?: readonly MailAttachment[]
  calendars?: readonly CalendarFile[]
}
