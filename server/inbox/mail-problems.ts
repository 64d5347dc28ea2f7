/** The parts that the task of a mail lacks. The whole mail is still in the mailbox. */
export const mailProblemNames = [
  /** Attachments. */
  'attachments',
  /** All but the headers: the mail is too large, or cannot be parsed. */
  'too_large',
  'unreadable',
  /** The text, which only the program of the recipient can decrypt. */
  'encrypted',
  /** Parts whose form or character set is unknown: the text may be wrong. */
  'damaged',
] as const

/** '': nothing. */
export type MailProblem = '' | (typeof mailProblemNames)[number]
