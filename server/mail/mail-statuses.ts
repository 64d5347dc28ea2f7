// How mail of the outbox stands. Without imports, because the back office asks the same.
type Properties = {
  /** It is still to be sent. */
  isOpen: boolean
  /** A process is sending it. */
  isSending: boolean
  /** The mail server has accepted it. */
  hasLeft: boolean
  /** As far as is known, it has arrived. */
  hasArrived: boolean
  /** Staff can have it sent again, or delete it. */
  canBeRetried: boolean
}

const record = {
  waiting: { isOpen: true, isSending: false, hasLeft: false, hasArrived: false, canBeRetried: true },
  held: { isOpen: true, isSending: false, hasLeft: false, hasArrived: false, canBeRetried: true },
  sending: { isOpen: true, isSending: true, hasLeft: false, hasArrived: false, canBeRetried: false },
  sent: { isOpen: false, isSending: false, hasLeft: true, hasArrived: true, canBeRetried: false },
  failed: { isOpen: false, isSending: false, hasLeft: false, hasArrived: false, canBeRetried: true },
  bounced: { isOpen: false, isSending: false, hasLeft: true, hasArrived: false, canBeRetried: false },
  called_back: { isOpen: false, isSending: false, hasLeft: false, hasArrived: false, canBeRetried: false },
} as const satisfies Record<string, Properties>

export type MailStatus = keyof typeof record
export const mailStatuses: Readonly<Record<MailStatus, Properties>> = record
export const mailStatusNames = Object.keys(record) as MailStatus[]

/** It is still to be sent, and can be called back. */
export const isWaiting = ({ status }: { status: MailStatus }): boolean =>
  mailStatuses[status].isOpen && !mailStatuses[status].isSending
